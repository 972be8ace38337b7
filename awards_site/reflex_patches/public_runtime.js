// All that compiled public pages need of Reflex's `utils/state` and `utils/context`. They have no State.

export const refs = {};

/** Whether a value is true in Python. */
export function isTrue(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (value === Object(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export const pyOr = (first, second) => (isTrue(first) ? first : second());
export const pyAnd = (first, second) => (isTrue(first) ? second() : first);

/** What a script says that triggers an event of a State; build.mjs looks for it in what it has built. */
export const REFUSAL = "A public page triggers an event of a State";

// Whatever handles an event in the browser imports these and calls none.
const refuse = () => {
  throw new Error(REFUSAL);
};
export { refuse as ReflexEvent, refuse as addEvents, refuse as applyEventActions };
