// View models of blog posts, made from API responses.
import { isoDay, longDate, zonedDate } from "../queries/dates.js";
import { imageAt, withEarlyImages } from "../images/images.js";

function postCard(post, zone, labels) {
  const day = post.publishedDate && zonedDate(post.publishedDate, zone);
  return {
    id: post.id,
    path: post.path,
    title: post.title,
    excerpt: post.excerpt || post.summary || "",
    category: post.category,
    category_label: labels[post.category] ?? post.category,
    tag: post.tags.map((tag) => tag.toLowerCase()),
    tags: post.tags,
    image: imageAt(post.image?.src, post.image),
    date: day ? longDate(day) : "",
    day: day ? isoDay(day) : "",
  };
}

/** The cards of a list. `labels` maps categories to their labels. */
export const postCards = (posts, { site }, { labels, early = 0 }) =>
  withEarlyImages(
    posts.map((post) => postCard(post, site.timeZone, labels)),
    "image",
    early,
  );

/** The view model of a post's page; null for a draft, which the API returns to staff only. */
export function postDetails(post, { site }, { labels }) {
  if (post.isPublished === false) return null;
  const [card] = withEarlyImages([postCard(post, site.timeZone, labels)], "image", 1);
  const tagLink = (tag) => `/blog?${new URLSearchParams({ tag: tag.toLowerCase() })}`;
  return {
    ...card,
    html: post.html,
    minutes: post.minutes,
    tag_links: post.tags.map((tag) => ({ name: tag, path: tagLink(tag) })),
  };
}

/** The links on a post's page: `{previous, next, related, nominee}`. */
export const relatedPosts = (response, page, options) => ({
  ...response,
  related: postCards(response.related, page, options),
});
