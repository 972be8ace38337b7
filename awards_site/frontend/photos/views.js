// The years of the gallery, and the photos of its filters.
import { photoTiles } from "../images/images.js";
import { useCriteria } from "../lists/filtered_list.jsx";
import { useData } from "../queries/query.jsx";

const NONE = [];

/** Returns the years of photos, latest first. */
export const photoYears = (photos) =>
  [...new Set(photos.map(({ year }) => year))].filter(Boolean).sort().reverse();

/**
 * Returns the result `all` of the query of all photos with those of the chosen filter as its data, which
 * are fetched on their own. Until they are loaded, and if that fails, it is the data of all.
 * `message` describes a failure.
 */
export function useGalleryPhotos(all, filters, options) {
  const { year, category } = Object.fromEntries(useCriteria(all.data ?? NONE, filters));
  const [field, value] = category ? ["category", category] : ["year", year];
  const url = value ? `/api/photos/${field}/${encodeURIComponent(value)}` : null;
  const chosen = useData(url, "photoTiles", photoTiles, options);
  const isChosenFailed = chosen.isFailed || chosen.isOutdated;
  return {
    ...all,
    data: chosen.data ?? all.data,
    isOutdated: all.isOutdated || isChosenFailed,
    loadRest: url ? () => {} : all.loadRest,
    message: isChosenFailed ? `Failed to fetch photos for ${field}` : "Failed to load photos.",
  };
}
