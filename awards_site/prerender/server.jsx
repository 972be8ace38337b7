// Renders public pages in Node.js.
import { createQueryClient, dumpQueries } from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { renderToString } from "react-dom/server";
import { App, ROOT } from "./app.jsx";
import { Failed, PAGES } from "./pages.js";

/**
 * Renders the page of `route`. `page` is described at PageContext; `answers` are the API's responses
 * by URL, `{data, etag}`. Returns `{head, body, queries, urls}`: `urls` are those of all queries; parts
 * whose answers are lacking are drawn as while they load. `queries` is the data as the page embeds it.
 */
export function render({ route, page, answers }) {
  const client = createQueryClient(page.site);
  const html = renderToString(
    <App Page={PAGES[route]} Failed={Failed} page={{ ...page, answers }} client={client} />,
  );
  const start = html.indexOf(ROOT);
  const urls = client.getQueryCache().getAll().map(({ queryKey: [url] }) => url);
  const queries = dumpQueries(client, answers);
  client.clear();
  return {
    head: html.slice(0, start),
    body: html.slice(start),
    queries,
    urls: [...new Set(urls.filter(Boolean))],
  };
}
