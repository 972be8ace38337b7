import * as Dialog from "@radix-ui/react-dialog";
import { createContext, useCallback, useContext, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ESCAPE } from "../events.js";

// Returns the focus of a closed dialog to where it came from.

// Where the focus returns to when the open dialog closes: the first of these that is still there.
let latestOpeners = [];

function findOpeners() {
  const focused = document.activeElement;
  // An entry of a menu is gone when the dialog closes; the button of its menu is not.
  const menu = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  // A dialog that opened another one is gone, together with the button that did it.
  return [menu ? document.getElementById(menu) : focused, ...latestOpeners];
}

/** Returns `onOpen` and `onClose`, which a dialog calls when it has opened and when it has closed. */
function useFocusReturn(isOpen) {
  const openers = useRef([]);

  // Noted now, because a menu that opened the dialog is gone when the dialog appears.
  useLayoutEffect(() => {
    if (isOpen) openers.current = findOpeners();
  }, [isOpen]);

  return {
    onOpen: () => {
      latestOpeners = openers.current;
    },
    onClose: (event) => {
      event.preventDefault();
      // An element that has been focused meanwhile keeps the focus, such as a dialog that replaces this
      // one, or the button of a toast.
      if (document.activeElement !== document.body) return;
      latestOpeners = openers.current.slice(1);
      const target = openers.current.find((each) => each !== document.body && each?.isConnected);
      (target ?? document.querySelector("main"))?.focus();
    },
  };
}

// The unstyled Radix dialog, with the behaviour that all dialogs of the site share: it returns the focus
// to the opener, lets controls inside use Escape first, and can be an alert dialog.

export const DialogContext = createContext(null);

/**
 * Opens by its trigger, or, with `open`, whenever that is true. `onClose` is called with
 * the unsaved input of the forms inside (see unsaved_changes.jsx), `{}` for none.
 */
export function Root({ open, onClose, children }) {
  const [own, setOwn] = useState(false);
  const forms = useRef(new Set());
  const isDismissed = useRef(false);
  const wanted = open ?? own;
  // The pressed button is painted before the dialog appears. The dialog disappears at once, because the
  // State no longer has its content.
  const shown = useDeferredValue(wanted) && wanted;
  const focus = useFocusReturn(wanted);

  const change = (next) => {
    setOwn(next);
    isDismissed.current = !next;
    if (!next) onClose?.(Object.assign({}, ...[...forms.current].map((form) => form.read())));
  };

  return (
    <DialogContext value={{ change, focus, forms, isDismissed }}>
      <Dialog.Root open={shown} onOpenChange={change}>
        {children}
      </Dialog.Root>
    </DialogContext>
  );
}

const DIALOGS = "[role=dialog], [role=alertdialog]";

// Escape closes an open list before the dialog that contains it. Other controls that use the key have
// the attribute, such as an editor that Escape leaves.
const KEEPS_ESCAPE = "[data-keeps-escape=true], [role=combobox][aria-expanded=true]";

function keepsEscape() {
  return Boolean(document.activeElement.closest(KEEPS_ESCAPE));
}

/** Keeps the height of a phone's keyboard, which covers the page, in the CSS variable `--keyboard`. */
function useKeyboardHeight() {
  useEffect(() => {
    const { visualViewport: seen, document } = window;
    const update = () => {
      // A page that is pinched is not shortened by a keyboard.
      const covered = seen.scale === 1 ? window.innerHeight - seen.height - seen.offsetTop : 0;
      document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    };
    update();
    const types = ["resize", "scroll"];
    types.forEach((type) => seen.addEventListener(type, update));
    return () => types.forEach((type) => seen.removeEventListener(type, update));
  }, []);
}

/**
 * The dialog itself, over a backdrop. An alert dialog is not closed by a click outside; with
 * `focusesItself` the dialog is focused instead of the first control in it.
 */
export function Content({ alert, focusesItself, backdropClassName, children, ...props }) {
  const { change, focus } = useContext(DialogContext);
  useKeyboardHeight();
  const content = useRef(null);
  const latestChange = useRef(change);
  latestChange.current = change;

  // A toast over the dialog gets the key first, and passes it on; so does a dialog below it shortly
  // after this one is focused.
  const appeared = useCallback((dialog) => {
    content.current = dialog;
    dialog?.addEventListener(ESCAPE, () => keepsEscape() || latestChange.current(false));
  }, []);

  const opened = (event) => {
    focus.onOpen();
    if (focusesItself) {
      event.preventDefault();
      event.target.focus();
    }
  };
  const escape = (event) => {
    // A dialog that has just opened over this one is focused before it gets the key.
    const focused = document.activeElement.closest(DIALOGS);
    const isElsewhere = focused && focused !== content.current;
    if (isElsewhere) focused.dispatchEvent(new Event(ESCAPE));
    if (isElsewhere || keepsEscape()) event.preventDefault();
  };

  return (
    <Dialog.Portal>
      <Dialog.Overlay className={backdropClassName} />
      <Dialog.Content
        ref={appeared}
        role={alert ? "alertdialog" : "dialog"}
        aria-modal="true"
        onOpenAutoFocus={opened}
        onCloseAutoFocus={focus.onClose}
        onEscapeKeyDown={escape}
        onInteractOutside={alert ? (event) => event.preventDefault() : undefined}
        {...props}
      >
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  );
}
