// View models of videos, made from API responses.
import { pick } from "../queries/fields.js";
import { longDate } from "../queries/dates.js";
import { imageAt, withEarlyImages } from "../images/images.js";
import { inDocument } from "../lists/criteria.js";

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

// Formats an ISO date as 'May 1, 2024', and returns other texts unchanged.
function formatDate(text) {
  const [, year, month, day] = (ISO_DATE.exec(text) ?? []).map(Number);
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= new Date(year, month, 0).getDate();
  return isDate ? longDate({ year, month, day }) : text;
}

// Returns the keys of the filters of a video's category.
const filtersOf = ({ category }, filters) =>
  Object.keys(filters).filter((key) => filters[key].categories.includes(category));

/**
 * The cards of a list. `filters` are the library's filters, `{key: {label, categories}}`. `labels`
 * maps categories to labels, for a category that no filter shows. `document` tells what documents hold
 * of the list, see `inDocument`.
 */
export function videoCards(videos, page, { fields, filters, labels, early = 0, document }) {
  const cards = (videos ?? []).map((video) => {
    const matchingFilters = filtersOf(video, filters);
    return {
      ...pick(video, fields),
      thumbnail: imageAt(video.thumbnailUrl, video.thumbnail),
      date: formatDate(video.date ?? ""),
      category_label: filters[matchingFilters[0]]?.label ?? labels[video.category] ?? video.category,
      tags: video.tags ?? [],
      filter: [String(video.year), ...matchingFilters],
    };
  });
  return inDocument(withEarlyImages(cards, "thumbnail", early), page, document);
}

/** The years of the filter, latest first: `fixedYears`, and later years that have videos. */
export function videoYears(videos, fixedYears) {
  const later = videos.map(({ year }) => year).filter((year) => year > Math.max(...fixedYears));
  return [...new Set([...fixedYears, ...later])].sort((a, b) => b - a).map(String);
}
