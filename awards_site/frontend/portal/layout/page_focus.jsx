// Moves the focus to a screen's content after client-side navigation, and off a number field that the
// mouse wheel would change.
import { useEffect } from "react";

let loaded = false;

const NUMBER = "input[type=number]:focus";
const onWheel = ({ target }) => target.matches?.(NUMBER) && target.blur();

export function PageFocus({ target }) {
  useEffect(() => {
    if (loaded) document.getElementById(target)?.focus({ preventScroll: true });
    loaded = true;
  }, [target]);

  useEffect(() => {
    document.addEventListener("wheel", onWheel, { passive: true });
    return () => document.removeEventListener("wheel", onWheel);
  }, []);

  return null;
}
