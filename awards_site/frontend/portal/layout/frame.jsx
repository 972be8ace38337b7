import { ChevronDown } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { TOAST_ACTION, UPLOADED, listen, notify } from "../../events.js";
import { callHandler, receiveValues } from "../reflex_patches.js";
import { useLazyDialog } from "../../queries/lazy.jsx";

// Opens the search of the portal by its buttons and by Ctrl+K, or Cmd+K on a Mac. The rest of its
// script is loaded when it is first used.

const OPEN = "awards:palette";
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";
const IS_MAC = typeof navigator !== "undefined" && /Mac|iP/.test(navigator.platform);

const loadDialog = () => import("./palette_dialog.jsx");

const isShortcut = (event) =>
  event.key.toLowerCase() === "k" &&
  (IS_MAC ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey;

/** A button that opens the search. With `hint` it shows the keys. */
export function PaletteButton({ hint, hintClassName, children, ...props }) {
  return (
    <button
      type="button"
      aria-keyshortcuts={IS_MAC ? "Meta+K" : "Control+K"}
      onClick={() => window.dispatchEvent(new Event(OPEN))}
      {...props}
    >
      {children}
      {hint && (
        <kbd aria-hidden="true" className={hintClassName}>
          {IS_MAC ? "⌘K" : "Ctrl K"}
        </kbd>
      )}
    </button>
  );
}

/** The search itself, of which nothing is there until it opens. */
export function CommandPalette({ destinations, role }) {
  const { Dialog, isOpen, open, close } = useLazyDialog(loadDialog, "The search");

  useEffect(() => {
    const press = (event) => {
      // Over a dialog it would discard what is typed there, where the keys may mean something else.
      if (!isShortcut(event) || event.defaultPrevented || document.querySelector(OVERLAY)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener(OPEN, open);
    window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener(OPEN, open);
      window.removeEventListener("keydown", press);
    };
  }, [open]);

  const reachable = destinations.filter(({ roles }) => roles.includes(role));
  return Dialog && <Dialog open={isOpen} onClose={close} destinations={reachable} />;
}

// Shows how many uploaded images are being processed; hidden if there are none.

const POLL_MS = 2_000;
const CLASSES =
  "pointer-events-none fixed inset-x-0 bottom-3 z-30 mx-auto w-fit rounded-full border border-line bg-white px-4 py-1.5 text-sm text-muted shadow-sm lg:left-60";

export function ImageProcessingStatus() {
  const [pending, setPending] = useState(0);

  useEffect(() => {
    let timer;
    let isUnmounted = false;
    const poll = async () => {
      clearTimeout(timer);
      // Errors are ignored, because the status is only informative.
      const response = await fetch("/api/admin/image-variants", { credentials: "include" }).catch(() => null);
      if (isUnmounted) return;
      const count = response?.ok ? (await response.json()).pending : 0;
      setPending(count);
      clearTimeout(timer);
      if (count) timer = setTimeout(poll, POLL_MS);
    };
    poll();
    const ignoreUploads = listen(UPLOADED, poll);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      ignoreUploads();
    };
  }, []);

  return (
    <p role="status" data-testid="image-processing-status" className={pending ? CLASSES : "sr-only"}>
      {pending > 0 && `Resizing ${pending} ${pending === 1 ? "image" : "images"} for all screens`}
    </p>
  );
}

// Moves the focus to a screen's content after client-side navigation, and off a number field that the
// mouse wheel would change.

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

// Connects toasts with Reflex: State handlers show toasts, and toast actions trigger State handlers.

export function ToastEvents({ name }) {
  useEffect(() => {
    receiveValues(name, notify);
    return listen(TOAST_ACTION, ({ detail }) => callHandler(detail.name, detail.payload));
  }, [name]);
  return null;
}

/** A group of the menu, which its heading folds; the browser keeps that. */
export function NavGroup({ heading, isCurrent, isFolded, className, children }) {
  const key = `awards:menu:${heading}`;
  const [open, setOpen] = useState(() => isCurrent || (localStorage.getItem(key) ?? String(!isFolded)) === "true");
  const id = useId();
  const toggle = () => {
    localStorage.setItem(key, String(!open));
    setOpen(!open);
  };
  return (
    <div>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle} className={className}>
        {heading}
        <ChevronDown size={14} className={open ? "" : "-rotate-90"} />
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
