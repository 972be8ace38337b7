// View models of nominees, made from API responses.
import { imageAt, withEarlyImages } from "../images/images.js";
import { pick } from "../queries/fields.js";
import { inDocument } from "../lists/criteria.js";

/** The view model of a card. `labels` maps categories to their labels. */
const nomineeCard = (nominee, { fields, labels }) => ({
  ...pick(nominee, fields),
  path: nominee.path ?? `/nominees/${nominee.id}`,
  category_label: labels[nominee.category] ?? nominee.category,
  image: imageAt(nominee.imageUrl, nominee.image),
});

/**
 * The cards of a list, at most `limit`; the first `early` are above the fold. `document` tells what
 * documents hold of it, see `inDocument`.
 */
export const nomineeCards = (nominees, page, { limit, early = 0, document, ...options }) => {
  const cards = nominees.slice(0, limit).map((nominee) => nomineeCard(nominee, options));
  return inDocument(withEarlyImages(cards, "image", early), page, document);
};

/** The view model of a nominee's page; null for a draft, which the API returns to staff only. */
export function nomineeDetails(nominee, _page, options) {
  if (nominee.isPublished === false) return null;
  const [card] = withEarlyImages([nomineeCard(nominee, options)], "image", 1);
  return {
    ...card,
    bio: card.bio.trim(),
    achievements: card.achievements.trim(),
    linkedin_link: nominee.linkedinLink ?? nominee.linkedinUrl ?? "",
    website_link: nominee.websiteLink ?? nominee.websiteUrl ?? "",
  };
}

/** Links to blog posts. */
export const postLinks = (posts) =>
  posts.map(({ title, slug }) => ({ name: title, path: `/blog/${slug}` }));
