// Which parts of a long list to read: its editions, or a category that is short enough.
import { clampPage } from "$/public/external/awards_site/ui/lists/pagination/page_window.js";

// A new edition with fewer records is followed by the one before it.
const MIN_RECORDS = 12;

/**
 * Returns the editions of `counts`, `[{year, count}]` with the newest year first, as
 * `[{year, count, start}]`: `start` is the number of records in the editions before.
 */
function editionsOf(counts) {
  const editions = [];
  let start = 0;
  counts.forEach(({ year, count }) => {
    if (editions.at(-1)?.year === year) editions.at(-1).count += count;
    else editions.push({ year, count, start });
    start += count;
  });
  return editions;
}

/**
 * Returns what to read of a long list as `{urls, first, next}`. `counts` are those that match the
 * filters, and `category` is the chosen category, if any; if they have one year, it may be that year.
 *
 * A category of several years is read at once if it has at most `maxAtOnce` records. With `perPage`,
 * the editions of page number `page` are read. Otherwise the newest ones are read, as many as have a
 * dozen records, and `added` more; `next` is the edition after them, if any. `first` is the number of
 * records before those to read.
 */
export function partsToRead(counts, category, { path, maxAtOnce, perPage, page, added = 0 }) {
  const editions = editionsOf(counts);
  const total = editions.reduce((sum, { count }) => sum + count, 0);
  if (category && editions.length > 1 && total <= maxAtOnce) {
    return { urls: [`${path}/category/${encodeURIComponent(category)}`], first: 0 };
  }
  const within = (from, to) => editions.filter(({ start, count }) => start < to && start + count > from);
  let shown;
  if (perPage) {
    const from = (clampPage(page, Math.max(1, Math.ceil(total / perPage))) - 1) * perPage;
    shown = within(from, from + perPage);
  } else {
    shown = editions.slice(0, within(0, MIN_RECORDS).length + added);
  }
  return {
    urls: shown.map(({ year }) => `${path}/year/${year || "none"}`),
    first: shown[0]?.start ?? 0,
    next: perPage ? undefined : editions[shown.length],
  };
}
