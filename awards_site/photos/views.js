// View models of the gallery: photos, or the editions of a long list, and the photos of its filters.
import { filterFields, photoTiles } from "$/public/external/awards_site/ui/images/photo_tile/photo_views.js";
import { useCriteria, useFilteredRecords } from "$/public/external/awards_site/ui/lists/filters/filters.jsx";
import { useData } from "$/public/external/awards_site/ui/queries/query/query.jsx";

/** The editions of a long list, or the tiles of one that is loaded at once. */
export const photosOrEditions = (response, page, options) =>
  response.some(({ count }) => count)
    ? response.map((part) => ({ ...part, ...filterFields(part, options.filters) }))
    : photoTiles(response, page, options);

/** Returns the years of photos, latest first. */
export const photoYears = (photos) =>
  [...new Set(photos.map(({ year }) => year))].filter(Boolean).sort().reverse();

/**
 * Returns `shown` (ShownRecords in ui/lists/editions.py) with the photos of the chosen filter, which are
 * fetched on their own unless the list is long. Until they are loaded, and if that fails, the matches in
 * the list are shown. `message` describes the failure.
 */
export function useGalleryPhotos(shown, filters, options) {
  const { year, category } = Object.fromEntries(useCriteria(shown.choices, filters));
  const matching = useFilteredRecords(shown.records, filters);
  const [field, value] = category ? ["category", category] : ["year", year];
  const url = value && !shown.isLong ? `/api/photos/${field}/${encodeURIComponent(value)}` : null;
  const { data, isFailed, isOutdated, retry } = useData(url, "photoTiles", photoTiles, options);
  const message = `Failed to fetch photos for ${field}`;
  if (shown.isLong) return { ...shown, message };
  const records = data ?? shown.records;
  const isShown = isOutdated || matching.length > 0;
  return {
    ...shown,
    records,
    choices: records,
    isFailed: isFailed && !isShown,
    isOutdated: (isFailed || isOutdated) && isShown,
    retry,
    message,
  };
}
