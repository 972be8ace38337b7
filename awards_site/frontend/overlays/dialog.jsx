import * as Dialog from "@radix-ui/react-dialog";
import { createContext, useCallback, useContext, useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { ESCAPE } from "../events.js";

// Returns the focus of a closed dialog to where it came from.

// Where the focus returns to when the open dialog closes: the first of these that is still there.
let latestOpeners = [];

function findOpeners() {
  const focused = document.activeElement;
  // An entry of a menu is gone when the dialog closes; the button of its menu is not.
  const menu = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  // A dialog that hands over to another one is gone with the button that did so.
  return [menu ? document.getElementById(menu) : focused, ...latestOpeners];
}

/** Returns `onOpen` and `onClose`, which a dialog calls when it has opened and when it has closed. */
function useFocusReturn(isOpen) {
  const openers = useRef([]);

  // Noted now, because a menu that asked for the dialog is gone when the dialog is there.
  useLayoutEffect(() => {
    if (isOpen) openers.current = findOpeners();
  }, [isOpen]);

  return {
    onOpen: () => {
      latestOpeners = openers.current;
    },
    onClose: (event) => {
      event.preventDefault();
      // Whatever has got the focus meanwhile keeps it, such as the dialog opened in this one's place,
      // or the button of a notice.
      if (document.activeElement !== document.body) return;
      latestOpeners = openers.current.slice(1);
      const target = openers.current.find((each) => each !== document.body && each?.isConnected);
      (target ?? document.querySelector("main"))?.focus();
    },
  };
}

// The unstyled Radix dialog, with what every dialog of the site also does: it returns the focus to where
// it came from, shares Escape with what is inside it, and can be an alert dialog.

export const DialogContext = createContext(null);

/**
 * Opens by its trigger, or, where `open` is given, by whoever owns `open`. `onClose` is called with
 * the unsaved input of the forms inside (see unsaved_changes.jsx), `{}` for none.
 */
export function Root({ open, onClose, children }) {
  const [own, setOwn] = useState(false);
  const forms = useRef(new Set());
  const isDismissed = useRef(false);
  const wanted = open ?? own;
  // What was pressed is painted first, and then the dialog comes. It goes at once: the State no longer
  // has what it shows.
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

// Escape closes an open list first, and the dialog that contains it next. Another control that has
// a use for it says so, such as an editor that is left by it.
const KEEPS_ESCAPE = "[data-keeps-escape=true], [role=combobox][aria-expanded=true]";

function keepsEscape() {
  return Boolean(document.activeElement.closest(KEEPS_ESCAPE));
}

/**
 * The dialog itself, over a backdrop. An alert dialog is not closed by a click outside; with
 * `focusesItself` the dialog is focused instead of the first control in it.
 */
export function Content({ alert, focusesItself, backdropClassName, children, ...props }) {
  const { change, focus } = useContext(DialogContext);
  const content = useRef(null);
  const latestChange = useRef(change);
  latestChange.current = change;

  // A notice over the dialog is given the key first, and passes it on; so does a dialog below it for
  // some moments after this one has got the focus.
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
    // A dialog that has just come over this one has the focus before it is given the key.
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
