// The data of public pages: react-query over the specification's reader (docs/rules/requests.md).
import {
  focusManager,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { usePage, usePath } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";
import { NOT_MODIFIED, read } from "$/public/external/awards_site/ui/queries/request/request.js";

export { QueryClientProvider };

/**
 * Returns the client of a page. Loaded data is never stale by itself: it is revalidated when the
 * window gets the focus, when the network is back, and every `revalidateSeconds` while the page is
 * visible. The reader retries, so that nothing is retried here.
 */
export function createQueryClient({ revalidateSeconds }) {
  const queries = {
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    // Being offline is a failure like others, which the page shows.
    networkMode: "always",
    refetchOnMount: false,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    refetchInterval: revalidateSeconds ? revalidateSeconds * 1000 : false,
  };
  return new QueryClient({ defaultOptions: { queries } });
}

/** Has pages revalidate as soon as they are looked at again. */
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

// The ETag of each response that the page's data was made from, by URL.
const etags = new Map();

/** Puts prerendered data in place: `queries` is a list of `[url, view name, data, etag]`. */
export function restoreQueries(client, queries) {
  for (const [url, name, data, etag] of queries) {
    client.setQueryData([url, name], data);
    if (etag) etags.set(url, etag);
  }
}

/** Returns what `restoreQueries` takes; `answers` are the API's responses by URL. */
export function dumpQueries(client, answers) {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey: [url, name], state }) => [url, name, state.data, answers[url].etag]);
}

// While Node.js renders, the data comes from the given answers.
function takeAnswer(client, queryKey, view, answers) {
  const answer = answers[queryKey[0]];
  if (answer && client.getQueryData(queryKey) === undefined) {
    client.setQueryData(queryKey, answer.data === null ? null : view(answer.data));
  }
}

/** Fills `{name}` in a URL from `values`; returns null where one of them is not known. */
export function fillUrl(template, values) {
  let isKnown = Boolean(values);
  const url = template.replace(/\{(\w+)\}/g, (_, name) => {
    isKnown &&= values[name] !== null && values[name] !== undefined && values[name] !== "";
    return isKnown ? encodeURIComponent(values[name]) : "";
  });
  return isKnown ? url : null;
}

/** What the last part of the page's path names: `{slug, id}`, the id being the number it begins with. */
export function usePathKey() {
  const slug = decodeURIComponent(usePath()?.replace(/\/$/, "").split("/").at(-1) ?? "");
  return { slug, id: /^\d+/.exec(slug)?.[0] ?? (slug && "0") };
}

const isEmpty = (data) => data === undefined || data === null || data.length === 0;

/**
 * Reads `url` and returns `{data, isPending, isFailed, isMissing, retry}`; a url of null is not read, nor is
 * anything on a static page.
 *
 * `data` is what `view(response, page, options)` makes of the response; it is undefined until there
 * is any. `name` is the view's name. A failed revalidation leaves what is on screen: only where there
 * is nothing to show has the query failed. `options.emptyOn` is described at `read`.
 */
export function useData(url, name, view, options = {}) {
  const page = usePage();
  const client = useQueryClient();
  const queryKey = [url, name];
  const show = (response) => view(response, page, options);
  if (page.answers) takeAnswer(client, queryKey, show, page.answers);
  const { data, isError } = useQuery({
    queryKey,
    enabled: Boolean(url) && !page.site.isStatic,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData(queryKey);
      const etag = known === undefined ? undefined : etags.get(url);
      const answer = await read([url], { emptyOn: options.emptyOn, etag, signal });
      if (answer === NOT_MODIFIED) return known;
      etags.set(url, answer.etag);
      return answer.data === null ? null : show(answer.data);
    },
  });
  return {
    data,
    isPending: data === undefined && !isError,
    isFailed: isError && isEmpty(data),
    isMissing: data === null,
    retry: () => client.resetQueries({ queryKey }),
  };
}

/** The view of a response that is drawn as it comes. */
export const asItIs = (response) => response;
