// Opens the search of the portal by its buttons and by Ctrl+K, or Cmd+K on a Mac. The rest of its
// script is loaded when it is first used.
import { useEffect } from "react";
import { useLazyDialog } from "../../queries/lazy.jsx";

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
