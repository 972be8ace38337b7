// Lazily loaded modules.
import { startTransition, useCallback, useEffect, useState } from "react";
import { notify } from "../events.js";

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 1000;

async function loadWithRetries(load, retries = MAX_RETRIES) {
  try {
    return await load();
  } catch (error) {
    if (!retries) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return loadWithRetries(load, retries - 1);
  }
}

/**
 * Returns `[part, fetch]`: the default export of the module that `load()` imports, or the one named
 * `exported`, null until it is loaded, and the function that loads it, whose promise rejects if the
 * module cannot be fetched.
 */
export function useLazyImport(load, exported = "default") {
  const [part, setPart] = useState(null);
  const fetch = useCallback(async () => {
    const module = await loadWithRetries(load);
    // A transition keeps the page responsive while a large part renders.
    startTransition(() => setPart(() => module[exported]));
  }, [load, exported]);
  return [part, fetch];
}

/**
 * Loads a module once `isWanted` is true, and returns its default export, null until it is loaded.
 * If the module cannot be fetched, the result stays null; toggling `isWanted` retries.
 */
export function useLazy(load, isWanted = true) {
  const [part, fetch] = useLazyImport(load);
  useEffect(() => {
    if (isWanted && !part) fetch().catch(() => undefined);
  }, [fetch, isWanted, part]);
  return part;
}

/**
 * The state of a dialog whose module is loaded when it first opens: `{Dialog, isOpen, open, close}`.
 * `subject` is that of the toast if it cannot be fetched.
 */
export function useLazyDialog(load, subject) {
  const [Dialog, fetch] = useLazyImport(load);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(() => {
    setOpen(true);
    fetch().catch(() => {
      setOpen(false);
      notifyLoadFailed(subject);
    });
  }, [fetch, subject]);
  return { Dialog, isOpen, open, close };
}

/** Shows a toast that `subject`, such as "The photo", could not be loaded. */
export function notifyLoadFailed(subject) {
  const description = "Please check your connection and try again.";
  notify({ title: `${subject} cannot be opened now`, description, destructive: true });
}

/** Reloads the page: a browser may keep that a module could not be fetched. */
export const reloadPage = () => window.location.reload();
