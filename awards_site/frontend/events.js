// Events between scripts that do not import each other. All but ESCAPE are dispatched on the window.

/** A toast is to be shown: `{title, description, destructive, action, durationMs}` (ui/toasts.py). */
export const NOTIFY = "awards:notify";
/** The action of a toast was chosen: the `{name, payload}` of a State's handler. */
export const TOAST_ACTION = "awards:toast-action";
/**
 * A request needs somebody to sign in: `{resolve, reject, confirm}`, as in portal/sign_in/reauthenticate.jsx.
 * The listener that handles it prevents its default.
 */
export const SESSION_ENDED = "awards:session-ended";
/** A file was uploaded. */
export const UPLOADED = "awards:uploaded";
/** The text of a content section's form has changed. */
export const SECTION_TEXT = "awards:section-text";
/** The page is hydrated; prerender/loader.js waits for it. */
export const HYDRATED = "awards:hydrated";
/** Escape was pressed outside the open dialog, which gets the event. */
export const ESCAPE = "awards:escape";

/** Sends an event; returns whether no listener has prevented its default. */
export const emit = (name, detail) =>
  window.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

/** Calls `listener` for each event; returns a function that ends this. */
export function listen(name, listener) {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

export const notify = (detail) => emit(NOTIFY, detail);
