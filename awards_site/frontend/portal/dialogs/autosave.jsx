// Keeps what is typed in a dialog's forms in this browser, and offers it again: in the form's dialog,
// and on its screen (frontend/overlays/autosave.js).
import { useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  createKeeper,
  currentVersion,
  forget,
  keyOf,
  load,
  loadForm,
  settle,
  subscribe,
  timeOf,
} from "../../overlays/autosave.js";
import { DialogContext } from "../../overlays/dialog.jsx";

const INTERVAL_MS = 1000;

/**
 * Keeps the unsaved input of the dialog under the user, the form and the record, `opened.record`,
 * whose name is `opened.name`. A form that was restored began with the values `opened.base`, and has
 * what was kept at the time `opened.at`.
 */
export function Autosave({ userId, form, opened, onRestore, className, buttonClassName }) {
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

  if (record.at) return <p className={className}>Restored your unsaved changes from {timeOf(record.at)}.</p>;
  if (!keeper?.isOffered()) return null;
  return (
    <div role="group" aria-label="Unsaved changes" className={className}>
      <p className="min-w-0 flex-1">You have unsaved changes from {timeOf(keeper.offer.at)}.</p>
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
export function AutosavedForms({ userId, form, label, isOpen, saved, onRestore, className, buttonClassName }) {
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
          Unsaved changes from {timeOf(input.at)}: <span className="font-medium">{name}</span>
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
