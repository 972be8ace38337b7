// Keeps the URL's anchor in view while content above it loads and grows.
import { useEffect } from "react";

const MAX_DURATION_MS = 4000;
const INTERACTIONS = ["wheel", "touchstart", "keydown", "pointerdown"];

export function AnchorKeeper() {
  useEffect(() => {
    const target = document.getElementById(window.location.hash.slice(1));
    if (!target) return undefined;
    // The style sheet sets scroll-padding and scroll-behavior.
    const observer = new ResizeObserver(() => target.scrollIntoView());
    const stop = () => {
      observer.disconnect();
      INTERACTIONS.forEach((type) => window.removeEventListener(type, stop));
    };
    observer.observe(document.body);
    INTERACTIONS.forEach((type) => window.addEventListener(type, stop, { passive: true }));
    const timer = setTimeout(stop, MAX_DURATION_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return null;
}
