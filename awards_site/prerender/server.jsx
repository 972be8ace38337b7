// Renders public pages in Node.js.
import { createQueryClient, dumpQueries } from "$/frontend/queries/query.jsx";
import { renderToString } from "react-dom/server";
import { App, ROOT } from "./app.jsx";
import { Failed, PAGES } from "./pages.js";

/**
 * Renders the page of `route`. `page` is the value of PageContext; `responses` maps API URLs to
 * `{data, etag}`. Returns `{head, body, queries, urls, renderedAt}`: `urls` are the URLs of all queries on
 * the page, `queries` and `renderedAt` are the data to embed. Sections whose responses are missing
 * render their loading state.
 */
export function render({ route, page, responses }) {
  const client = createQueryClient(page.site);
  const pastTimes = [];
  const html = renderToString(
    <App Page={PAGES[route]} Failed={Failed} page={{ ...page, responses, pastTimes }} client={client} />,
  );
  const start = html.indexOf(ROOT);
  const urls = client.getQueryCache().getAll().map(({ queryKey: [url] }) => url);
  const queries = dumpQueries(client, responses);
  client.clear();
  return {
    head: html.slice(0, start),
    body: html.slice(start),
    queries,
    urls: [...new Set(urls.filter(Boolean))],
    renderedAt: Math.max(0, ...pastTimes),
  };
}
