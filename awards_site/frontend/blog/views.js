// View models of blog posts, made from API responses.
import { pick } from "../queries/fields.js";
import { isoDay, longDate, zonedDate } from "../queries/dates.js";
import { imageAt, withEarlyImages } from "../images/images.js";

function postCard(post, zone, { fields, labels }) {
  const day = post.publishedDate && zonedDate(post.publishedDate, zone);
  return {
    ...pick(post, fields),
    excerpt: post.excerpt || post.summary || "",
    category_label: labels[post.category] ?? post.category,
    tag: post.tags.map((tag) => tag.toLowerCase()),
    image: imageAt(post.image?.src, post.image),
    date: day ? longDate(day) : "",
    day: day ? isoDay(day) : "",
  };
}

/** The cards of a list. `labels` maps categories to their labels. */
export const postCards = (posts, { site }, { early = 0, ...options }) =>
  withEarlyImages(
    posts.map((post) => postCard(post, site.timeZone, options)),
    "image",
    early,
  );

/** The view model of a post's page; null for a draft, which the API returns to staff only. */
export function postDetails(post, { site }, options) {
  if (post.isPublished === false) return null;
  const [card] = withEarlyImages([postCard(post, site.timeZone, options)], "image", 1);
  const tagLink = (tag) => `/blog?${new URLSearchParams({ tag: tag.toLowerCase() })}`;
  return {
    ...card,
    tag_links: post.tags.map((tag) => ({ name: tag, path: tagLink(tag) })),
  };
}

/** The links on a post's page: `{previous, next, related, nominee}`. */
export const relatedPosts = (response, page, options) => ({
  ...response,
  related: postCards(response.related, page, options),
});
