// What the address bar holds behind its question mark, changed in the browser alone.
import { useDeferredValue, useMemo, useSyncExternalStore } from "react";

const CHANGED = "awards:address";

function subscribe(reader) {
  const signs = ["popstate", CHANGED];
  signs.forEach((sign) => window.addEventListener(sign, reader));
  return () => signs.forEach((sign) => window.removeEventListener(sign, reader));
}

function change(choices) {
  const params = new URLSearchParams(window.location.search);
  Object.entries(choices).forEach(([name, value]) =>
    value === null ? params.delete(name) : params.set(name, value),
  );
  const query = params.size ? `?${params}` : "";
  if (query === window.location.search) return;
  window.history.pushState(window.history.state, "", window.location.pathname + query);
  window.dispatchEvent(new Event(CHANGED));
}

/**
 * Returns the choices in the address as URLSearchParams, and `change({name: value})`, which makes
 * an entry of the history; a value of null drops its name. The router is not told, because it
 * would have the server load the page's data again.
 *
 * `deferred` is for what takes long to draw: its choices follow once the control that was used has
 * been painted. Until then it is the same object, by which what depends on it is left alone.
 */
export function useUrlQuery({ deferred = false } = {}) {
  const latest = useSyncExternalStore(subscribe, () => window.location.search, () => "");
  const painted = useDeferredValue(latest);
  const search = deferred ? painted : latest;
  return [useMemo(() => new URLSearchParams(search), [search]), change];
}
