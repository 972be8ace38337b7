// Images in an API's responses, as ui/images/picture.jsx draws them.

export const NO_IMAGE = { src: "", width: 0, height: 0, avif: [], webp: [], tint: "" };

/** The image at `address`; `known` is what the API says of it, which other senders may leave out. */
export const imageAt = (address, known) =>
  known && known.src === (address ?? "") ? known : { ...NO_IMAGE, src: address ?? "" };

/** Marks the images that a page shows first: 2 for the one that comes before all others, else 1. */
export function aboveTheFold(images) {
  const shown = images.filter((image) => image.src);
  return images.map((image) =>
    image.src ? { ...image, early: image === shown[0] ? 2 : 1 } : image,
  );
}

/** Returns `items`, whose first `count` images (at `key`) stand above the fold. */
export function withEarlyImages(items, key, count) {
  const early = aboveTheFold(items.slice(0, count).map((item) => item[key]));
  return items.map((item, place) => (place < count ? { ...item, [key]: early[place] } : item));
}
