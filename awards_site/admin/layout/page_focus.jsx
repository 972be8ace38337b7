// Moves the focus to a screen's content after client-side navigation.
import { useEffect } from "react";

let loaded = false;

export function PageFocus({ target }) {
  useEffect(() => {
    if (loaded) document.getElementById(target)?.focus({ preventScroll: true });
    loaded = true;
  }, [target]);

  return null;
}
