// What a public page knows of itself: its path, when it was rendered, and the site's settings.
import { createContext, useContext, useSyncExternalStore } from "react";

/**
 * `{path, renderedAt, site, answers}`. `path` is null in the built page of a dynamic route, which serves
 * many; `renderedAt` is in milliseconds, null in a built page; `site` is described in
 * awards_site/prerender/html.py; `answers` are the API's responses by URL, while Node.js renders.
 */
export const PageContext = createContext({ path: null, renderedAt: null, site: {} });

export const usePage = () => useContext(PageContext);

const never = () => () => undefined;

/** The page's path, such as "/nominees/12-ada"; null until a built page knows it. */
export function usePath() {
  const { path } = usePage();
  return useSyncExternalStore(never, () => window.location.pathname, () => path);
}
