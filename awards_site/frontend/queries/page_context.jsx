// The React context of a public page: its path, rendering time and the site's settings.
import { createContext, useContext, useSyncExternalStore } from "react";

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

const subscribeToNothing = () => () => undefined;

/** Returns the page's path, such as "/nominees/12-ada"; null in a built page before hydration. */
export function usePath() {
  const { path } = usePage();
  return useSyncExternalStore(subscribeToNothing, () => window.location.pathname, () => path);
}
