// Makes Back close a dialog or menu over a public page, instead of leaving the page.
import { useEffect, useRef } from "react";

const closers = new Set();

// The state of the extra history entry while an overlay is open: "", "there" or "leaving".
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

// The page's router and filters must not treat it as a navigation.
function onPop(event) {
  if (!entry) return;
  event.stopImmediatePropagation();
  const byVisitor = entry === "there";
  entry = "";
  if (byVisitor) closers.forEach((close) => close());
  else update();
}

// A link's page replaces the entry, so that Back returns from it to this page.
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
    // An overlay that closes as another one opens leaves the entry to it.
    queueMicrotask(update);
    return () => {
      closers.delete(closer);
      queueMicrotask(update);
    };
  }, [open]);
}
