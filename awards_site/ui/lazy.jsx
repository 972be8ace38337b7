// Parts of a page that are fetched when they are wanted.
import { useEffect, useState } from "react";

/**
 * Returns the default export of the module that `load()` imports, and null until it is there.
 * A part that cannot be fetched is missing, and nothing else; a new `wanted` tries again.
 */
export function useLazy(load, wanted = true) {
  const [part, setPart] = useState(null);
  useEffect(() => {
    if (!wanted || part) return;
    load().then(
      (module) => setPart(() => module.default),
      () => undefined,
    );
  }, [load, wanted, part]);
  return part;
}
