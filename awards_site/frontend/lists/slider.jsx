// A carousel that scrolls one card at a time, by its buttons, by touch or by keyboard.
import { useEffect, useRef, useState } from "react";

function Arrow({ label, path, disabled, onClick }) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-12 place-items-center rounded-full border border-current transition-colors enabled:hover:bg-on-plum enabled:hover:text-plum disabled:opacity-40"
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current">
        <path d={path} strokeWidth="1.5" />
      </svg>
    </button>
  );
}

export function Slider({ label, children, ...rest }) {
  const track = useRef(null);
  const [edges, setEdges] = useState({ atStart: true, atEnd: false });

  useEffect(() => {
    const list = track.current;
    const measure = () =>
      setEdges({
        atStart: list.scrollLeft < 2,
        atEnd: list.scrollLeft + list.clientWidth > list.scrollWidth - 2,
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    list.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", measure);
    };
    // The cards change when the page's data is loaded.
  }, [children]);

  const move = (direction) => {
    const list = track.current;
    list.scrollBy({ left: direction * list.firstElementChild.offsetWidth, behavior: "smooth" });
  };

  return (
    <div role="group" aria-roledescription="carousel" aria-label={label} {...rest}>
      <ul
        ref={track}
        tabIndex={0}
        aria-label={label}
        className="flex snap-x snap-mandatory overflow-x-auto motion-reduce:scroll-auto [scrollbar-width:none]"
      >
        {children}
      </ul>
      <div className="mt-10 flex gap-3">
        <Arrow label={`Previous ${label}`} path="M20 12H4m7-7-7 7 7 7" disabled={edges.atStart} onClick={() => move(-1)} />
        <Arrow label={`Next ${label}`} path="M4 12h16m-7-7 7 7-7 7" disabled={edges.atEnd} onClick={() => move(1)} />
      </div>
    </div>
  );
}
