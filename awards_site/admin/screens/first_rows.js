// A screen's first rows are drawn before the others, so that they are visible earlier.
import { useDeferredValue } from "react";

// As many as a phone shows before it is scrolled, at least.
const FIRST_ROWS = 6;

/** Returns the first of the `rows` at first, and then all. */
export function useFirstRows(rows) {
  return rows.slice(0, useDeferredValue(rows.length, FIRST_ROWS));
}
