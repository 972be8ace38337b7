// Keeps the anchor of the address in view while what stands above it still loads and grows.
import { useEffect } from "react";

const FOR_MS = 4000;
const STEERING = ["wheel", "touchstart", "keydown", "pointerdown"];

export function AnchorKeeper() {
  useEffect(() => {
    const target = document.getElementById(window.location.hash.slice(1));
    if (!target) return undefined;
    // Where it stops, and that it glides, is the style sheet's: scroll-padding, scroll-behavior.
    const observer = new ResizeObserver(() => target.scrollIntoView());
    const stop = () => {
      observer.disconnect();
      STEERING.forEach((sign) => window.removeEventListener(sign, stop));
    };
    observer.observe(document.body);
    STEERING.forEach((sign) => window.addEventListener(sign, stop, { passive: true }));
    const timer = setTimeout(stop, FOR_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return null;
}
