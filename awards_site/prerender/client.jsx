// Hydrates a public page in the browser: a prerendered or a built page.
import "$/frontend/storage.js";
import {
  createQueryClient,
  restoreQueries,
  watchFocus,
} from "$/frontend/queries/query.jsx";
import { whenHydrated } from "$/frontend/queries/part.jsx";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HYDRATED, emit } from "$/frontend/events.js";
import { App } from "./app.jsx";

const whenIdle = (callback) =>
  window.requestIdleCallback
    ? requestIdleCallback(callback, { timeout: 2000 })
    : setTimeout(callback, 200);

function Start({ onHydrated, ...page }) {
  useEffect(() => {
    whenHydrated(onHydrated);
  }, [onHydrated]);
  return <App {...page} />;
}

/** Hydrates the page from its embedded data and revalidates that data when the browser is idle. */
export function start(Page, Failed) {
  const { queries, ...page } = JSON.parse(document.getElementById("page-data").textContent);
  const client = createQueryClient(page.site);
  restoreQueries(client, queries);
  watchFocus();
  const rendered = new Set(client.getQueryCache().getAll());
  const root = document.getElementById("root");
  const onHydrated = () => {
    root.dataset.hydrated = "true";
    emit(HYDRATED);
    const wasRendered = (query) => rendered.has(query);
    whenIdle(() => client.refetchQueries({ predicate: wasRendered }, { cancelRefetch: false }));
  };
  const content = (
    <Start Page={Page} Failed={Failed} page={page} client={client} onHydrated={onHydrated} />
  );
  // In a transition, React hydrates in short tasks, and lets the browser respond between them.
  startTransition(() => {
    hydrateRoot(root, content);
  });
}
