// A screen's first rows are drawn before the others, so that they are visible earlier.
import { useDeferredValue } from "react";

// More than fit a screen before it is scrolled.
const FIRST_ROWS = 10;

/** Returns the first of the `rows` at first, and then all. */
export function useFirstRows(rows) {
  return rows.slice(0, useDeferredValue(rows.length, FIRST_ROWS));
}
