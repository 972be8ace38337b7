// Parts of a page that are fetched when they are wanted.
import { startTransition, useCallback, useEffect, useState } from "react";

const RETRIES = 2;
const PAUSE_MS = 1000;

// As every request of the site, it is tried again after a failure of the network.
async function attempt(load, retries = RETRIES) {
  try {
    return await load();
  } catch (error) {
    if (!retries) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return attempt(load, retries - 1);
  }
}

/**
 * Returns the default export of the module that `load()` imports, null until it is there, and
 * `fetch()`, which brings it; its promise is rejected when the module cannot be fetched.
 */
export function usePart(load) {
  const [part, setPart] = useState(null);
  const fetch = useCallback(async () => {
    const module = await attempt(load);
    // Drawn in between what the visitor does, however large it is.
    startTransition(() => setPart(() => module.default));
  }, [load]);
  return [part, fetch];
}

/**
 * Returns the default export of the module that `load()` imports, and null until it is there.
 * A part that cannot be fetched is missing, and nothing else; a new `wanted` tries again.
 */
export function useLazy(load, wanted = true) {
  const [part, fetch] = usePart(load);
  useEffect(() => {
    if (wanted && !part) fetch().catch(() => undefined);
  }, [fetch, wanted, part]);
  return part;
}

/** Tells the visitor that something that was asked for could not be fetched. */
export function tellMissing(what) {
  const detail = {
    title: `${what} cannot be opened now`,
    description: "Please check your connection and try again.",
    destructive: true,
  };
  window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
}
