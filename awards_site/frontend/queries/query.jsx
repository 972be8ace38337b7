import { QueryClient, QueryClientProvider, focusManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { NOT_MODIFIED, read, revalidateMs } from "./request.js";

// The React context of a public page: its path, rendering time and the site's settings.

/**
 * `{path, search, renderedAt, site, nextFiles, responses, pastTimes}`. `path` is null in the built page of a dynamic
 * route; `search` is the query of a preview, such as "year=2019", or missing.
 * `renderedAt` is a time in milliseconds since the epoch, see `useRenderedAt`; null in a built page. `site` is described in
 * `site_values` of awards_site/prerender/html.py. `nextFiles` are URLs of scripts and styles of the page
 * that is opened next, or missing. `responses` maps API URLs to `{data, etag}`, and
 * `pastTimes` collects what `useRenderedAt` is asked for; both are set in Node.js only.
 */
export const PageContext = createContext({ path: null, renderedAt: null, site: {} });

export const usePage = () => useContext(PageContext);

/**
 * Returns the time by which to tell until hydration whether `time` has come, in milliseconds; null in a
 * built page. In Node.js it is the present. Browsers get the last `time` of the page that had come then,
 * so that the page is the same whenever it was rendered.
 */
export function useRenderedAt(time) {
  const { renderedAt, pastTimes } = usePage();
  if (time <= renderedAt) pastTimes?.push(time);
  return renderedAt;
}

let region;

/** Lets screen readers say a text when they have nothing else to say. */
function announce(text) {
  if (!region) {
    region = document.body.appendChild(document.createElement("p"));
    region.setAttribute("role", "status");
    region.className = "sr-only";
  }
  region.textContent = "";
  // They notice a change only of what is there already.
  setTimeout(() => {
    region.textContent = text;
  }, 100);
}

/** For what changes only by hydration. */
export const subscribeToNothing = () => () => undefined;

// Data fetching on public pages: TanStack Query over `read`.

export { QueryClientProvider };

/**
 * Returns the query client of a page. Data is revalidated when the window regains focus, when the
 * network reconnects, and every `revalidateSeconds`, or more often if the server asks for it, while
 * the page is visible. `read` has its own retries, so the client has none.
 */
export function createQueryClient({ revalidateSeconds }) {
  const queries = {
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    // Without it, queries would pause while offline instead of failing.
    networkMode: "always",
    refetchOnMount: false,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    refetchInterval: (query) =>
      revalidateSeconds ? revalidateMs(query.queryKey[0], revalidateSeconds * 1000) : false,
  };
  return new QueryClient({ defaultOptions: { queries } });
}

/** Revalidates data when the window regains focus or becomes visible. */
export function watchFocus() {
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus();
    window.addEventListener("visibilitychange", listener);
    window.addEventListener("focus", listener);
    return () => {
      window.removeEventListener("visibilitychange", listener);
      window.removeEventListener("focus", listener);
    };
  });
}

// The ETags of the responses, by URL.
const etags = new Map();

/** Restores prerendered data; `queries` is a list of `[url, view name, data, etag]`. */
export function restoreQueries(client, queries) {
  for (const [url, name, data, etag] of queries) {
    client.setQueryData([url, name], data);
    if (etag) etags.set(url, etag);
  }
}

/** Returns the client's data in the format of `restoreQueries`; `responses` maps URLs to `{data, etag}`. */
export function dumpQueries(client, responses) {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey: [url, name], state }) => [url, name, state.data, responses[url].etag]);
}

// In Node.js, the data comes from the responses in the page context.
function preloadQuery(client, queryKey, view, responses) {
  const response = responses[queryKey[0]];
  if (response && client.getQueryData(queryKey) === undefined) {
    client.setQueryData(queryKey, response.data === null ? null : view(response.data));
  }
}

/** Fills the `{name}` placeholders of a URL from `values`; returns null if a value is missing. */
export function fillUrl(template, values) {
  let isComplete = Boolean(values);
  const url = template.replace(/\{(\w+)\}/g, (_, name) => {
    isComplete &&= values[name] !== null && values[name] !== undefined && values[name] !== "";
    return isComplete ? encodeURIComponent(values[name]) : "";
  });
  return isComplete ? url : null;
}

/** Returns the last segment of the page's path as `{slug, id}`; `id` is its leading number. */
export function usePathKey() {
  const { path: known } = usePage();
  const path = useSyncExternalStore(subscribeToNothing, () => window.location.pathname, () => known);
  const slug = decodeURIComponent(path?.replace(/\/$/, "").split("/").at(-1) ?? "");
  return { slug, id: /^\d+/.exec(slug)?.[0] ?? (slug && "0") };
}

const isEmpty = (data) => data === undefined || data === null || data.length === 0;

const hasFailed = ({ state }) => state.status === "error";

/** Retries every failed query. Those with data keep it until the answer; the others load again. */
function retryFailed(client) {
  const isShown = ({ state }) => !isEmpty(state.data);
  client.refetchQueries({ predicate: (query) => hasFailed(query) && isShown(query) });
  client.resetQueries({ predicate: (query) => hasFailed(query) && !isShown(query) });
}

/**
 * Fetches `url` and returns `{data, isPending, isFailed, isOutdated, isMissing, retry, loadRest}`. Nothing is
 * fetched if `url` is null or the page is static.
 *
 * `data` is the result of `view(response, page, options)`, undefined until loaded. `name` is the view's
 * name. A failed revalidation keeps the data: then `isOutdated` is true, and `isFailed` if there is nothing to
 * show. `loadRest` reads the response again if the view gave the document only a part of it.
 * `options.emptyOn` is described at `read`; `options.fallback` is the data while there is none.
 */
export function useData(url, name, view, options = {}) {
  const page = usePage();
  const client = useQueryClient();
  const queryKey = [url, name];
  const toData = (response) => view(response, page, options);
  if (page.responses) preloadQuery(client, queryKey, toData, page.responses);
  const { data, isError } = useQuery({
    queryKey,
    enabled: Boolean(url),
    queryFn: async ({ signal }) => {
      const cached = client.getQueryData(queryKey);
      const etag = cached === undefined ? undefined : etags.get(url);
      const response = await read([url], { emptyOn: options.emptyOn, etag, signal });
      if (response === NOT_MODIFIED) return cached;
      if (etag) announce("This page has been updated.");
      etags.set(url, response.etag);
      return response.data === null ? null : toData(response.data);
    },
  });
  const { fallback = data } = options;
  return {
    data: data ?? fallback,
    isPending: data === undefined && !isError,
    isFailed: isError && isEmpty(data),
    isOutdated: isError && !isEmpty(data),
    isMissing: data === null,
    retry: () => retryFailed(client),
    loadRest: () => {
      // Without it, the response would be a 304. If it is gone already, so is the request.
      const cancelRefetch = etags.delete(url);
      client.refetchQueries({ queryKey, exact: true }, { cancelRefetch });
    },
  };
}

/** The view that returns the response unchanged. */
export const identity = (response) => response;

// Pages use Python's snake_case keys; the API's JSON is camelCase.
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function withPythonKeys(value) {
  if (Array.isArray(value)) return value.map(withPythonKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [snake(key), withPythonKeys(each)]),
  );
}

/** The view of overridden content blocks, as `{identifier: {texts, images}}`. */
export const contentBlocks = (response) =>
  Object.fromEntries(
    response.map(({ identifier, texts, images }) => [
      identifier,
      { texts: withPythonKeys(texts), images },
    ]),
  );

/** Returns the `part` of a content block, "texts" or "images", that content sections override, or else `original`. */
export const useBlockPart = (blocks, identifier, part, original) => blocks?.[identifier]?.[part] ?? original;

// State in the URL's query string, changed without a request.

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
