// What the hero draws of the active cover page.
import { aboveTheFold, imageAt } from "$/public/external/awards_site/ui/images/picture/images.js";

/** The active cover page; texts that it lacks are "". */
export function heroCover(cover, _page, { defaultTransparency }) {
  const isFilm = cover.media_type === "video";
  const addresses = [cover.image_url, ...(cover.media_type === "carousel" ? (cover.media_urls ?? []) : [])];
  const images = addresses
    .map((address, place) => imageAt(address, cover.images?.[place]))
    .filter((image) => image.src);
  const isCalling = Boolean(cover.cta_text && cover.cta_link);
  return {
    title: cover.title ?? "",
    subtitle: cover.subtitle ?? "",
    description: cover.description ?? "",
    film: isFilm ? (cover.image_url ?? "") : "",
    images: isFilm ? [] : [...aboveTheFold(images.slice(0, 1)), ...images.slice(1)],
    transparency: cover.transparency ?? defaultTransparency,
    focal_x: cover.focal_x ?? 50,
    cta_text: isCalling ? cover.cta_text : "",
    cta_link: isCalling ? cover.cta_link : "",
  };
}
