// State in the URL's query string, changed without a request.
import { useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { usePage } from "./page_context.jsx";

const QUERY_CHANGED = "awards:url-query";

/** Returns a query's parameters; one without a value is as good as none. */
const parse = (search) =>
  new URLSearchParams([...new URLSearchParams(search)].filter(([, value]) => value));

function subscribe(listener) {
  const events = ["popstate", QUERY_CHANGED];
  events.forEach((event) => window.addEventListener(event, listener));
  return () => events.forEach((event) => window.removeEventListener(event, listener));
}

function change(values) {
  const params = new URLSearchParams(window.location.search);
  Object.entries(values).forEach(([name, value]) =>
    value === null ? params.delete(name) : params.set(name, value),
  );
  const text = String(params);
  const query = text && `?${text}`;
  if (query === window.location.search) return;
  window.history.pushState(window.history.state, "", window.location.pathname + query);
  window.dispatchEvent(new Event(QUERY_CHANGED));
}

/**
 * Returns `[params, change]`: the query as URLSearchParams, and `change({name: value})`, which pushes
 * a history entry; null removes a parameter. The router is bypassed, because a navigation would make
 * the server load the page's data again.
 *
 * With `deferred`, for components that render slowly, `params` changes after the control that caused
 * it is painted, and keeps its identity until then.
 */
export function useUrlQuery({ deferred = false } = {}) {
  const { search: rendered = "" } = usePage();
  const latest = useSyncExternalStore(subscribe, () => window.location.search, () => rendered);
  const painted = useDeferredValue(latest);
  const search = deferred ? painted : latest;
  return [useMemo(() => parse(search), [search]), change];
}
