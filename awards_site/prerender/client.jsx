// Starts a public page in a browser: React takes over what Node.js has rendered, or what was built.
import {
  createQueryClient,
  restoreQueries,
  watchFocus,
} from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.jsx";

const whenIdle = (act) =>
  window.requestIdleCallback ? requestIdleCallback(act, { timeout: 2000 }) : setTimeout(act, 200);

function Start({ onHydrated, ...page }) {
  useEffect(onHydrated, [onHydrated]);
  return <App {...page} />;
}

/** Hydrates the page with the data that stands in it, and revalidates that once there is time. */
export function start(Page, Failed) {
  const { queries, ...page } = JSON.parse(document.getElementById("page-data").textContent);
  const client = createQueryClient(page.site);
  restoreQueries(client, queries);
  watchFocus();
  const rendered = new Set(client.getQueryCache().getAll());
  const root = document.getElementById("root");
  const onHydrated = () => {
    root.dataset.hydrated = "true";
    window.dispatchEvent(new Event("awards:alive"));
    whenIdle(() => client.refetchQueries({ predicate: (query) => rendered.has(query) }));
  };
  hydrateRoot(
    root,
    <Start Page={Page} Failed={Failed} page={page} client={client} onHydrated={onHydrated} />,
  );
}
