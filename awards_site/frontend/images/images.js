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
