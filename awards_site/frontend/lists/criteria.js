// Filters of a list, and the part of a long list that a document holds.

export const ALL = "all";

/** The most records of a list in a document, and in the page at once unless more are asked for. */
export const MAX_SHOWN = 100;

/**
 * Returns the value of a filter, `{field, fallback}`. Without the field in the query, it is the
 * fallback: "all" or "latest", the largest value in the records.
 */
export function filterValue(params, records, { field, fallback }) {
  const value = params.get(field);
  if (value !== null) return value;
  if (fallback === ALL || !records.length) return ALL;
  return String(Math.max(...records.map((record) => record[field])));
}

/** Returns the [field, value] pairs of the filters that do not match all records. */
export const criteriaOf = (params, records, filters) =>
  filters
    .map((filter) => [filter.field, filterValue(params, records, filter)])
    .filter(([, value]) => value !== ALL);

/** Returns whether a record matches. A field may hold a list of values; one of them must match. */
export const matches = (record, criteria) =>
  criteria.every(([field, value]) => [record[field]].flat().map(String).includes(value));

/**
 * Returns what the page holds of a list: all records, but in the document of a long list only the
 * first ones that it shows, followed by `{count}` with the values of the fields of `filters` and of
 * `fields` for the others. Without `filters`, documents hold all.
 */
export function inDocument(records, { responses, search }, { filters, fields = [] } = {}) {
  if (!responses || !filters || records.length <= MAX_SHOWN) return records;
  const criteria = criteriaOf(new URLSearchParams(search), records, filters);
  const first = records.filter((record) => matches(record, criteria)).slice(0, MAX_SHOWN);
  const held = new Set(first);
  const own = filters.flatMap(({ field, label_field }) => [field, label_field || field]);
  const counted = [...new Set([...own, ...fields])];
  const counts = new Map();
  for (const record of records) {
    if (held.has(record)) continue;
    const values = Object.fromEntries(counted.map((field) => [field, record[field]]));
    const key = JSON.stringify(values);
    counts.set(key, { ...values, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...first, ...counts.values()];
}

// The page numbers of a pagination.

export const ELLIPSIS = "gap";

/** The query parameter with the page number. */
export const PAGE = "page";

/** Returns the page numbers to display on page `current` of `last`, with ELLIPSIS for omitted ranges. */
export function pageWindow(current, last) {
  const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (last <= 5) return numbers(1, last);
  if (current <= 3) return [...numbers(1, 4), ELLIPSIS, last];
  if (current >= last - 2) return [1, ELLIPSIS, ...numbers(last - 3, last)];
  return [1, ELLIPSIS, current - 1, current, current + 1, ELLIPSIS, last];
}

/** Returns the page for the query parameter `param`: at least 1, at most `last`. */
export function clampPage(param, last) {
  const number = /^\d+$/.test(param ?? "") ? Number(param) : 1;
  return Math.min(Math.max(number, 1), last);
}
