// The view model of the active cover page.
import { pick } from "../../queries/fields.js";
import { aboveTheFold, imageAt } from "../../images/images.js";

/** Returns the `Cover` of pages/home_top.py. */
export function heroCover(cover, _page, { fields, defaultTransparency }) {
  const isVideo = cover.media_type === "video";
  const urls = [cover.image_url, ...(cover.media_type === "carousel" ? (cover.media_urls ?? []) : [])];
  const images = urls
    .map((url, index) => imageAt(url, cover.images?.[index]))
    .filter((image) => image.src);
  const hasCta = Boolean(cover.cta_text && cover.cta_link);
  return {
    ...pick(cover, fields),
    video: isVideo ? (cover.image_url ?? "") : "",
    images: isVideo ? [] : [...aboveTheFold(images.slice(0, 1)), ...images.slice(1)],
    transparency: cover.transparency ?? defaultTransparency,
    focal_x: cover.focal_x ?? 50,
    cta_text: hasCta ? cover.cta_text : "",
    cta_link: hasCta ? cover.cta_link : "",
  };
}
