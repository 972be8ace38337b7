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
