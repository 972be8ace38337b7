// The unstyled Radix dialog, with what every dialog of the site does besides: it returns focus to
// where it came from, can be an alert dialog, and can ask before it drops unsaved input.
import * as Dialog from "@radix-ui/react-dialog";
import { createContext, startTransition, useContext, useEffect, useMemo, useRef, useState } from "react";

export const Behaviour = createContext(null);

function typedInto(content) {
  const forms = [...(content?.querySelectorAll("form") ?? [])];
  return JSON.stringify(forms.map((form) => [...new FormData(form)]));
}

/** Opens by its trigger, or, where `open` is given, by whoever owns `open` and hears `onClose`. */
export function Root({ open, onClose, question, children }) {
  const [own, setOwn] = useState(false);
  const [asking, setAsking] = useState(false);
  const content = useRef(null);
  const untouched = useRef("");
  // Who is waiting for the question's answer, if not the dialog alone: see `ask`.
  const asker = useRef(null);
  const shown = open ?? own;

  const behaviour = useMemo(() => {
    const unsaved = () => Boolean(question) && typedInto(content.current) !== untouched.current;
    const close = () => {
      setAsking(false);
      setOwn(false);
      onClose?.();
    };
    const answer = (dropping) => {
      const { drop, keep } = asker.current ?? {};
      asker.current = null;
      if (dropping) drop?.();
      else keep?.();
    };
    return {
      content,
      unsaved,
      opened: () => {
        untouched.current = typedInto(content.current);
      },
      /** Asks whether unsaved input is to be dropped; then `drop` or `keep` is called. */
      ask: (waiting) => {
        asker.current = waiting;
        setAsking(true);
      },
      change: (next) => {
        // The button that was pressed is painted first.
        if (next) startTransition(() => setOwn(true));
        else if (unsaved()) setAsking(true);
        else close();
      },
      drop: () => {
        answer(true);
        close();
      },
      keep: () => {
        answer(false);
        setAsking(false);
      },
    };
  }, [onClose, question]);

  useEffect(() => {
    if (!shown || !question) return undefined;
    const warn = (event) => behaviour.unsaved() && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [shown, question, behaviour]);

  return (
    <Behaviour.Provider value={behaviour}>
      <Dialog.Root open={shown} onOpenChange={behaviour.change}>
        {children}
      </Dialog.Root>
      {question && (
        <Dialog.Root open={shown && asking} onOpenChange={behaviour.keep}>
          {question}
        </Dialog.Root>
      )}
    </Behaviour.Provider>
  );
}

// Where the focus was when the dialog opened that is open now.
let latestOpener = null;

function findOpener() {
  const focused = document.activeElement;
  // An entry of a menu is gone when the dialog closes; the button of its menu is not.
  const menu = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  if (menu) return document.getElementById(menu);
  // A dialog that hands over to another one is gone with the button that did so.
  return focused === document.body ? latestOpener : focused;
}

// A control that has a use for Escape of its own says so, such as an editor that is left by it.
function leaveEscape(event) {
  if (document.activeElement.closest("[data-keeps-escape=true]")) event.preventDefault();
}

/**
 * The dialog itself, over a backdrop. An alert dialog is not closed by a click outside; with
 * `focusesItself` the dialog is focused instead of the first control in it.
 */
export function Content({ alert, focusesItself, backdropClassName, children, ...props }) {
  const behaviour = useContext(Behaviour);
  const opener = useRef(null);

  const opened = (event) => {
    opener.current = findOpener();
    latestOpener = opener.current;
    if (focusesItself) {
      event.preventDefault();
      event.target.focus();
    }
    if (!alert) behaviour.opened();
  };
  const returnFocus = (event) => {
    event.preventDefault();
    // The dialog that was opened in the place of this one keeps the focus.
    if (document.activeElement.closest("[role=dialog]")) return;
    latestOpener = null;
    const target = opener.current?.isConnected ? opener.current : document.querySelector("main");
    target?.focus();
  };

  return (
    <Dialog.Portal>
      <Dialog.Overlay className={backdropClassName} />
      <Dialog.Content
        ref={alert ? undefined : behaviour.content}
        role={alert ? "alertdialog" : "dialog"}
        aria-modal="true"
        onOpenAutoFocus={opened}
        onCloseAutoFocus={returnFocus}
        onEscapeKeyDown={leaveEscape}
        onInteractOutside={alert ? (event) => event.preventDefault() : undefined}
        {...props}
      >
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  );
}

/** The button that drops unsaved input, in the question that a dialog asks. */
export function Drop({ children, ...props }) {
  const { drop } = useContext(Behaviour);
  return (
    <button type="button" onClick={drop} {...props}>
      {children}
    </button>
  );
}
