// View models of photos, from API responses.
import { imageAt, withEarlyImages } from "$/public/external/awards_site/ui/images/picture/images.js";
import { useData } from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";

const DEFAULT_SIZE = { width: 1200, height: 900 };
const [MIN_RATIO, MAX_RATIO] = [0.6, 2.2];

function photoTile(photo, filters) {
  const image = imageAt(photo.imageUrl, photo.image);
  const { width, height } = image.height ? image : DEFAULT_SIZE;
  const ratio = Math.min(Math.max(width / height, MIN_RATIO), MAX_RATIO);
  return {
    id: photo.id,
    title: photo.title,
    description: photo.description ?? "",
    image,
    alt: photo.altText || photo.title,
    ratio: Math.round(ratio * 1000) / 1000,
    year: String(photo.year ?? ""),
    category: Object.keys(filters).filter((key) => filters[key].includes(photo.category)),
    link: { name: photo.nomineeName ?? "", path: photo.nomineePath ?? "" },
  };
}

/**
 * Returns the tiles of a list. The first `early` are above the fold. `filters` maps the values of the
 * category filter to the stored categories that each of them includes.
 */
export const photoTiles = (photos, _page, { filters = {}, early = 0 }) =>
  withEarlyImages(
    photos.map((photo) => photoTile(photo, filters)),
    "image",
    early,
  );

/** Returns the years of photos, latest first. */
export const photoYears = (photos) =>
  [...new Set(photos.map(({ year }) => year))].filter(Boolean).sort().reverse();

const ALL = "all";

/**
 * Returns the photos for the filters in the URL as `{photos, isFailed, message}`. A filter's
 * photos are fetched on their own; until they are loaded, and if that fails, `photos` is `all`.
 */
export function useGalleryPhotos(all, options) {
  const [query] = useUrlQuery();
  const category = query.get("category") ?? ALL;
  const year = query.get("year") ?? ALL;
  let url = null;
  if (category !== ALL) url = `/api/photos/category/${encodeURIComponent(category)}`;
  else if (year !== ALL) url = `/api/photos/year/${encodeURIComponent(year)}`;
  const { data, isFailed } = useData(url, "photoTiles", photoTiles, options);
  return {
    photos: data ?? all,
    isFailed,
    message: `Failed to fetch photos for ${category !== ALL ? "category" : "year"}`,
  };
}
