import text from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { useEffect, useId, useRef, useState } from "react";
import { useCloseOnBack } from "../overlays/back.js";

// Keeps the URL's anchor in view while content above it loads and grows.

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

// Preloads the font of the portal's texts; that of its headings follows the scripts.

export function FontPreload() {
  return <link rel="preload" as="font" type="font/woff2" href={text} crossOrigin="anonymous" />;
}

// Interactive parts of the header: the scrolled state and the mobile menu.

const SCROLL_THRESHOLD_PX = 10;

export function HeaderFrame({ children, ...rest }) {
  const [scrolled, setScrolled] = useState(false);

  useEffect(() => {
    const measure = () => setScrolled(window.scrollY > SCROLL_THRESHOLD_PX);
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    return () => window.removeEventListener("scroll", measure);
  }, []);

  return (
    <header data-scrolled={scrolled} {...rest}>
      {children}
    </header>
  );
}

export function MenuToggle({ children }) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const frame = useRef(null);
  const button = useRef(null);
  useCloseOnBack(open, () => setOpen(false));

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    // Links close the menu when they are clicked.
    const onPointer = (event) =>
      frame.current?.contains(event.target) || event.target.closest("a") || setOpen(false);
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
    };
  }, [open]);

  return (
    <div ref={frame} className="-mr-3 md:hidden">
      <button
        ref={button}
        type="button"
        aria-label={open ? "Close menu" : "Open menu"}
        aria-expanded={open}
        aria-controls={panel}
        data-testid="menu-toggle"
        onClick={() => setOpen(!open)}
        className="grid size-12 place-items-center"
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 stroke-current" strokeWidth="1.5">
          <path d={open ? "M5 5l14 14M19 5L5 19" : "M3 8h18M3 16h18"} />
        </svg>
      </button>
      <div
        id={panel}
        hidden={!open}
        data-testid="mobile-menu"
        onClick={(event) => event.target.closest("a") && setOpen(false)}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4.5rem)] overflow-y-auto bg-ground text-ink shadow-xl"
      >
        {children}
      </div>
    </div>
  );
}
