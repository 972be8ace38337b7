// Copies a text to the clipboard, and shows a toast.
import { notify } from "../events.js";

/** Shows a toast with the title `success`, or `failure` if the browser refuses access. */
export async function copy(text, success, failure, description) {
  const detail = { title: success, description };
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard is unavailable on insecure connections and in some browsers.
    Object.assign(detail, { title: failure, destructive: true });
  }
  notify(detail);
}
