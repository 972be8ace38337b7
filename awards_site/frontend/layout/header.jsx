// Interactive parts of the header: the scrolled state and the mobile menu.
import { useEffect, useId, useRef, useState } from "react";
import { useCloseOnBack } from "../overlays/back.js";

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
    // A link is left to its click.
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
    <div ref={frame} className="md:hidden">
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
