// Replaces Reflex's `utils/state` and `utils/context` in public pages, which have no State, and
// Emotion, because they are styled by classes alone.

export { createElement as jsx } from "react";

export const refs = {};

/** Whether a value is truthy in Python. */
export function isTrue(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (value === Object(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export const pyOr = (first, second) => (isTrue(first) ? first : second());
export const pyAnd = (first, second) => (isTrue(first) ? second() : first);

/** The error message of a State event; build.mjs fails if it is in the built scripts. */
export const STATE_EVENT_ERROR = "A public page triggers an event of a State";

// Components with browser event handlers import these without calling them, so tree shaking drops
// them unless a page triggers a State event.
const failOnStateEvent = () => {
  throw new Error(STATE_EVENT_ERROR);
};
export {
  failOnStateEvent as ReflexEvent,
  failOnStateEvent as addEvents,
  failOnStateEvent as applyEventActions,
};
