// The dialogs of a screen, which are a script of their own.
import { useEffect, useRef } from "react";
import { notifyLoadFailed, useLazyImport } from "../../queries/lazy.jsx";

const FIRST_USES = ["pointerdown", "keydown"];

/**
 * Renders what `load()` imports, from the first time on that `isWanted` is true. `onFailed` is called
 * if it cannot be fetched.
 */
export function LazyDialogs({ load, isWanted, onFailed }) {
  const [Dialogs, fetch] = useLazyImport(useRef(load).current);

  // It is loaded while the server is asked for what the first press opens.
  useEffect(() => {
    const prefetch = () => fetch().catch(() => undefined);
    FIRST_USES.forEach((name) => document.addEventListener(name, prefetch, { once: true }));
    return () => FIRST_USES.forEach((name) => document.removeEventListener(name, prefetch));
  }, [fetch]);

  useEffect(() => {
    if (!isWanted || Dialogs) return;
    fetch().catch(() => {
      notifyLoadFailed("The dialog");
      onFailed();
    });
  }, [Dialogs, fetch, isWanted]);

  return Dialogs && <Dialogs />;
}
