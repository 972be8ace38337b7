import { inDocument } from "../lists/criteria.js";
import { pick } from "../queries/fields.js";

// View models of images in API responses, for frontend/images/picture.jsx.

export const NO_IMAGE = { src: "", width: 0, height: 0, avif: [], webp: [], tint: "" };

/** Returns the image at the URL `src`: the API's `image` if it matches, else one without variants. */
export const imageAt = (src, image) =>
  image && image.src === (src ?? "") ? image : { ...NO_IMAGE, src: src ?? "" };

/** Sets the loading priority `early` of images above the fold: 2 for the first one, 1 for the others. */
export function aboveTheFold(images) {
  const first = images.find((image) => image.src);
  return images.map((image) => (image.src ? { ...image, early: image === first ? 2 : 1 } : image));
}

/** Returns `items` with the first `count` images (at `key`) marked as above the fold. */
export function withEarlyImages(items, key, count) {
  const early = aboveTheFold(items.slice(0, count).map((item) => item[key]));
  return items.map((item, index) => (index < count ? { ...item, [key]: early[index] } : item));
}

/** Returns the initials of a first and a last name, as core/presentation/texts.py does. */
export function monogram(name) {
  const text = name.normalize("NFC");
  const words = text.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = words.length ? words.map((word) => [...word][0]) : (text.match(/\p{L}/u) ?? []);
  const shown = [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("");
  // Georgian names have no capital letters.
  return shown.replace(/\P{Script=Georgian}/gu, (each) => each.toUpperCase());
}

// View models of photos, from API responses.

const DEFAULT_SIZE = { width: 1200, height: 900 };
const [MIN_RATIO, MAX_RATIO] = [0.6, 2.2];

function photoTile(photo, fields, filters) {
  const image = imageAt(photo.imageUrl, photo.image);
  const { width, height } = image.height ? image : DEFAULT_SIZE;
  const ratio = Math.min(Math.max(width / height, MIN_RATIO), MAX_RATIO);
  return {
    ...pick(photo, fields),
    image,
    alt: image.alt || photo.altText || photo.title,
    ratio: Math.round(ratio * 1000) / 1000,
    year: String(photo.year ?? ""),
    category: Object.keys(filters).filter((key) => filters[key].includes(photo.category)),
    link: { name: photo.nomineeName ?? "", path: photo.nomineePath ?? "" },
  };
}

/**
 * Returns the tiles of a list. The first `early` are above the fold. `filters` maps the values of the
 * category filter to the stored categories that each of them includes. `document` tells what documents
 * hold of the list, see `inDocument`.
 */
export const photoTiles = (photos, page, { fields, filters = {}, early = 0, document }) => {
  const tiles = photos.map((photo) => photoTile(photo, fields, filters));
  return inDocument(withEarlyImages(tiles, "image", early), page, document);
};
