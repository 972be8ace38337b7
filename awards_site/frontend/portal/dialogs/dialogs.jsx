import { Close, Description, Title } from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useContext, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Content, DialogContext } from "../../overlays/dialog.jsx";
import { createKeeper, currentVersion, forget, keyOf, load, loadForm, settle, subscribe, timeOf } from "../../overlays/autosave.js";
import { notifyLoadFailed, useLazyImport } from "../../queries/lazy.jsx";

// Keeps what is typed in a dialog's forms in this browser, and offers it again: in the form's dialog,
// and on its screen (frontend/overlays/autosave.js).

const INTERVAL_MS = 1000;

/**
 * Keeps the unsaved input of the dialog under the user, the form and the record, `opened.record`,
 * whose name is `opened.name`. A form that was restored began with the values `opened.base`, and has
 * what was kept at the time `opened.at`.
 */
export function Autosave({ userId, form, zone, opened, onRestore, className, buttonClassName }) {
  const { forms, isDismissed } = useContext(DialogContext);
  // The dialog is remounted for each record; the State may know the next one before this one closes.
  const [{ key, record }] = useState({ key: keyOf(userId, form, opened.record), record: opened });
  const [keeper, setKeeper] = useState(null);
  useSyncExternalStore(subscribe, currentVersion);

  // Not while rendering: what the form had before it was remounted is kept only now.
  useLayoutEffect(() => {
    isDismissed.current = false;
    const values = (part) => Object.assign({}, ...[...forms.current].map(part));
    const initial = () => values((each) => each.initial);
    const created = createKeeper(key, {
      isDismissed,
      restoredAt: record.at,
      read: () => values((each) => each.read()),
      initial,
      describe: () => ({ name: record.name, base: record.base ?? initial() }),
    });
    setKeeper(created);
    const unsubscribe = subscribe((settledKey) => settledKey === key && created.settle());
    const timer = setInterval(created.save, INTERVAL_MS);
    window.addEventListener("pagehide", created.save);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", created.save);
      unsubscribe();
      created.end();
    };
  }, [key]);

  if (record.at) return <p className={className}>Restored your unsaved changes from {timeOf(record.at, zone)}.</p>;
  if (!keeper?.isOffered()) return null;
  return (
    <div role="group" aria-label="Unsaved changes" className={className}>
      <p className="min-w-0 flex-1">You have unsaved changes from {timeOf(keeper.offer.at, zone)}.</p>
      <button type="button" className={buttonClassName} onClick={() => onRestore({ ...keeper.offer, record: record.record })}>
        Restore
      </button>
      <button type="button" className={buttonClassName} onClick={() => forget(key)}>
        Discard
      </button>
    </div>
  );
}

/**
 * Lists what is autosaved of the screen's forms, but for that of the open dialog. Forgets what has
 * been saved: `saved` is the record, and a number that differs each time.
 */
export function AutosavedForms({ userId, form, zone, label, isOpen, saved, onRestore, className, buttonClassName }) {
  useSyncExternalStore(subscribe, currentVersion);
  const seen = useRef(saved);
  useLayoutEffect(() => {
    if (seen.current === saved) return;
    seen.current = saved;
    settle(keyOf(userId, form, saved.split(":")[0]));
  }, [saved]);

  const autosaved = isOpen || !userId ? [] : loadForm(userId, form);
  return autosaved.map(([record, input]) => {
    const key = keyOf(userId, form, record);
    const name = input.name || `New ${label}`;
    return (
      <div key={record} role="group" aria-label={`Unsaved changes: ${name}`} className={className}>
        <p className="min-w-0 flex-1">
          Unsaved changes from {timeOf(input.at, zone)}: <span className="font-medium">{name}</span>
        </p>
        <button type="button" className={buttonClassName} onClick={() => onRestore({ ...(load(key) ?? input), record })}>
          Continue
        </button>
        <button type="button" className={buttonClassName} onClick={() => forget(key)}>
          Discard
        </button>
      </div>
    );
  });
}

// The window of a dialog in the portal: its heading, its content, and a cross in the corner.

/** It stands last in a dialog, so that fields get the focus first. */
export function CloseButton() {
  return (
    <Close
      aria-label="Close"
      className="absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted hover:bg-ground hover:text-ink max-md:top-2 max-md:right-2 max-md:size-11"
    >
      <X size={18} />
    </Close>
  );
}

/** Takes the properties of `Content`, too. */
export function Window({ title, description, children, ...props }) {
  return (
    <Content {...props}>
      <div className="flex-none border-b border-line px-5 pt-5 pr-14 pb-4 sm:px-6 sm:pr-14">
        <Title className="text-lg font-semibold text-balance">{title}</Title>
        <Description className="mt-1 text-sm text-pretty text-muted">{description}</Description>
      </div>
      {children}
      <CloseButton />
    </Content>
  );
}

// The dialogs of a screen, which have their own script.

const FIRST_USES = ["pointerdown", "keydown"];

/**
 * Renders the component `exported` of the module that `load()` imports, from the first time on that
 * `isWanted` is true. `onFailed` is called if it cannot be fetched.
 */
export function LazyDialogs({ load, exported, isWanted, onFailed }) {
  const [Dialogs, fetch] = useLazyImport(useRef(load).current, exported);

  // It is loaded while the server is asked for what the first press opens.
  useEffect(() => {
    const prefetch = () => fetch().catch(() => undefined);
    FIRST_USES.forEach((name) => document.addEventListener(name, prefetch, { once: true }));
    return () => FIRST_USES.forEach((name) => document.removeEventListener(name, prefetch));
  }, [fetch]);

  useEffect(() => {
    if (!isWanted || Dialogs) return;
    fetch().catch(() => {
      notifyLoadFailed("The dialog");
      onFailed();
    });
  }, [Dialogs, fetch, isWanted]);

  return Dialogs && <Dialogs />;
}
