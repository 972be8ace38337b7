// View models of nominees, made from API responses.
import { imageAt, withEarlyImages } from "../images/images.js";
import { inDocument } from "../lists/criteria.js";

/** The view model of a card. `labels` maps categories to their labels. */
const nomineeCard = (nominee, labels) => ({
  id: nominee.id,
  path: nominee.path ?? `/nominees/${nominee.id}`,
  name: nominee.name,
  title: nominee.title,
  company: nominee.company,
  category: nominee.category,
  category_label: labels[nominee.category] ?? nominee.category,
  year: nominee.year,
  image: imageAt(nominee.imageUrl, nominee.image),
  is_winner: nominee.isWinner,
  is_finalist: nominee.isFinalist,
});

/**
 * The cards of a list, at most `limit`; the first `early` are above the fold. `document` tells what
 * documents hold of it, see `inDocument`.
 */
export const nomineeCards = (nominees, page, { labels, limit, early = 0, document }) => {
  const cards = nominees.slice(0, limit).map((nominee) => nomineeCard(nominee, labels));
  return inDocument(withEarlyImages(cards, "image", early), page, document);
};

/** The view model of a nominee's page; null for a draft, which the API returns to staff only. */
export function nomineeDetails(nominee, _page, { labels }) {
  if (nominee.isPublished === false) return null;
  const [card] = withEarlyImages([nomineeCard(nominee, labels)], "image", 1);
  return {
    ...card,
    bio: (nominee.bio ?? "").trim(),
    achievements: (nominee.achievements ?? "").trim(),
    linkedin_link: nominee.linkedinLink ?? nominee.linkedinUrl ?? "",
    website_link: nominee.websiteLink ?? nominee.websiteUrl ?? "",
  };
}

/** Links to blog posts. */
export const postLinks = (posts) =>
  posts.map(({ title, slug }) => ({ name: title, path: `/blog/${slug}` }));
