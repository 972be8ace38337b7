// Lets Back close what lies over a public page, instead of leaving the page.
import { useEffect, useRef } from "react";

const closers = new Set();

// The history entry that Back goes away from while something is open: "", "there" or "leaving".
let entry = "";

function update() {
  if (closers.size && !entry) {
    entry = "there";
    window.history.pushState({ ...window.history.state, isOverlay: true }, "");
  } else if (!closers.size && entry === "there") {
    entry = "leaving";
    window.history.back();
  }
}

// It is no navigation for the page's router and filters.
function onPop(event) {
  if (!entry) return;
  event.stopImmediatePropagation();
  const byVisitor = entry === "there";
  entry = "";
  if (byVisitor) closers.forEach((close) => close());
  else update();
}

// A link's page takes the place of the entry, so that Back returns from it to this page.
function onClick(event) {
  const link = event.target.closest("a[href]");
  const isElsewhere = link?.target || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (entry !== "there" || !link || isElsewhere) return;
  event.preventDefault();
  entry = "";
  window.location.replace(link.href);
}

/** Calls `close` when the visitor goes back while `open`. */
export function useCloseOnBack(open, close) {
  const latest = useRef(close);
  latest.current = close;

  useEffect(() => {
    if (!open) return undefined;
    const closer = () => latest.current();
    window.addEventListener("popstate", onPop, { capture: true });
    document.addEventListener("click", onClick, { capture: true });
    closers.add(closer);
    // One that is closed as another one opens leaves the entry to it.
    queueMicrotask(update);
    return () => {
      closers.delete(closer);
      queueMicrotask(update);
    };
  }, [open]);
}
