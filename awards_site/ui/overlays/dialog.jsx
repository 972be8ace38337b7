// The unstyled Radix dialog, with what every dialog of the site does besides: it returns focus to
// where it came from, can be an alert dialog, and can ask before it drops unsaved input.
import * as Dialog from "@radix-ui/react-dialog";
import {
  createContext,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

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
  const openers = useRef(null);
  const wanted = open ?? own;
  // What was pressed is painted first, and then the dialog comes or goes.
  const shown = useDeferredValue(wanted);

  // Noted now, because a menu that asked for the dialog is gone when the dialog is there.
  useLayoutEffect(() => {
    if (wanted) openers.current = findOpeners();
  }, [wanted]);

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
      takeOpeners: () => {
        const noted = openers.current;
        openers.current = null;
        return noted;
      },
      change: (next) => {
        if (next) setOwn(true);
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

// Where focus returns to when the dialog closes that is open now: the first that is still there.
let latestOpeners = [];

function findOpeners() {
  const focused = document.activeElement;
  // An entry of a menu is gone when the dialog closes; the button of its menu is not.
  const menu = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  // A dialog that hands over to another one is gone with the button that did so.
  return [menu ? document.getElementById(menu) : focused, ...latestOpeners];
}

const DIALOGS = "[role=dialog], [role=alertdialog]";

// Escape closes an open list first, and the dialog that it stands in next. Another control that has
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
  const behaviour = useContext(Behaviour);
  const { content } = behaviour;
  const openers = useRef([]);
  const latest = useRef(behaviour);
  useLayoutEffect(() => {
    latest.current = behaviour;
  }, [behaviour]);

  // A notice over the dialog is given the key first, and passes it on; so does a dialog below it for
  // some moments after this one has got the focus.
  const appeared = useCallback(
    (dialog) => {
      content.current = dialog;
      if (!dialog) return;
      dialog.addEventListener(
        "awards:escape",
        () => keepsEscape() || latest.current.change(false),
      );
    },
    [content],
  );

  const opened = (event) => {
    // A question is opened by what is inside its dialog.
    openers.current = behaviour.takeOpeners() ?? findOpeners();
    latestOpeners = openers.current;
    if (focusesItself) {
      event.preventDefault();
      event.target.focus();
    }
    if (!alert) behaviour.opened();
  };
  const escape = (event) => {
    // A dialog that has just come over this one has the focus before it is given the key.
    const focused = document.activeElement.closest(DIALOGS);
    const isElsewhere = !alert && focused && focused !== content.current;
    if (isElsewhere) focused.dispatchEvent(new Event("awards:escape"));
    if (isElsewhere || keepsEscape()) event.preventDefault();
  };
  const returnFocus = (event) => {
    event.preventDefault();
    // The dialog that was opened in the place of this one keeps the focus.
    if (document.activeElement.closest("[role=dialog]")) return;
    latestOpeners = openers.current.slice(1);
    const target = openers.current.find((each) => each !== document.body && each?.isConnected);
    (target ?? document.querySelector("main"))?.focus();
  };

  return (
    <Dialog.Portal>
      <Dialog.Overlay className={backdropClassName} />
      <Dialog.Content
        ref={alert ? undefined : appeared}
        role={alert ? "alertdialog" : "dialog"}
        aria-modal="true"
        onOpenAutoFocus={opened}
        onCloseAutoFocus={returnFocus}
        onEscapeKeyDown={escape}
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
