// Which page numbers a pagination shows (spec 1, section 9).

export const GAP = "gap";

/** The numbers from 1 to `last` that are shown on page `current`, and GAP where some are left out. */
export function pageWindow(current, last) {
  const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (last <= 5) return numbers(1, last);
  if (current <= 3) return [...numbers(1, 4), GAP, last];
  if (current >= last - 2) return [1, GAP, ...numbers(last - 3, last)];
  return [1, GAP, current - 1, current, current + 1, GAP, last];
}

/** The page that is shown when the address says `asked`: a number past the last one is the last. */
export function pageShown(asked, last) {
  const number = /^\d+$/.test(asked ?? "") ? Number(asked) : 1;
  return Math.min(Math.max(number, 1), last);
}
