// Moves the focus to a screen's content when the router, not the browser, has opened the screen.
import { useEffect } from "react";

let loaded = false;

export function PageFocus({ target }) {
  useEffect(() => {
    if (loaded) document.getElementById(target)?.focus({ preventScroll: true });
    loaded = true;
  }, [target]);

  return null;
}
