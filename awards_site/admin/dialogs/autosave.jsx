// Keeps what is typed in a dialog's forms in this browser, and offers it again: in the form's dialog,
// and on its screen (ui/overlays/autosave.js).
import { useContext, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  createKeeper,
  currentVersion,
  forget,
  keyOf,
  load,
  loadForm,
  subscribe,
  timeOf,
} from "$/public/external/awards_site/ui/overlays/autosave/autosave.js";
import { DialogContext } from "$/public/external/awards_site/ui/overlays/dialog_parts/dialog.jsx";

const INTERVAL_MS = 1000;

const toPayload = (record, { name, base, values }) => ({ record, name, base, values });

/**
 * Keeps the unsaved input of the dialog under the user, the form and the record, `opened.record`,
 * whose name is `opened.name`. A form that was restored began with the values `opened.base`.
 */
export function Autosave({ userId, form, opened, restored, onRestore, className, buttonClassName }) {
  const { forms, isDismissed } = useContext(DialogContext);
  // The dialog is remounted for each record; the State may know the next one before this one closes.
  const [{ key, record }] = useState({ key: keyOf(userId, form, opened.record), record: opened });
  const [offer, setOffer] = useState(() => (restored ? null : load(key)));
  const pendingOffer = useRef(null);
  pendingOffer.current = offer;
  const keeper = useRef(null);

  useLayoutEffect(() => {
    isDismissed.current = false;
    const { save, end, settle, restart } = createKeeper(key, {
      isDismissed,
      isOffered: () => pendingOffer.current !== null,
      read: () => Object.assign({}, ...[...forms.current].map((each) => each.read())),
      describe: () => {
        const initial = [...forms.current].map((each) => each.initial);
        return { name: record.name, base: record.base ?? Object.assign({}, ...initial) };
      },
    });
    keeper.current = { restart };
    // What was saved or discarded meanwhile is autosaved again only if it changes.
    const unsubscribe = subscribe((changedKey) => {
      if (changedKey !== key || load(key)) return;
      settle();
      setOffer(null);
    });
    // The screen may have forgotten it, once it was saved, before this began to listen.
    if (!load(key)) setOffer(null);
    const timer = setInterval(save, INTERVAL_MS);
    window.addEventListener("pagehide", save);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", save);
      unsubscribe();
      end();
    };
  }, [key]);

  const discard = () => {
    forget(key);
    // What has been typed in spite of the offer is autosaved in its place.
    keeper.current.restart();
  };
  if (!offer) return null;
  return (
    <div role="group" aria-label="Unsaved changes" className={className}>
      <p className="min-w-0 flex-1">You have unsaved changes from {timeOf(offer.at)}.</p>
      <button type="button" className={buttonClassName} onClick={() => onRestore(toPayload(record.record, offer))}>
        Restore
      </button>
      <button type="button" className={buttonClassName} onClick={discard}>
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
    forget(keyOf(userId, form, saved.split(":")[0]));
  }, [saved]);

  const autosaved = isOpen || !userId ? [] : loadForm(userId, form);
  return autosaved.map(([record, input]) => {
    const name = input.name || `New ${label}`;
    return (
      <div key={record} role="group" aria-label={`Unsaved changes: ${name}`} className={className}>
        <p className="min-w-0 flex-1">
          Unsaved changes from {timeOf(input.at)}: <span className="font-medium">{name}</span>
        </p>
        <button type="button" className={buttonClassName} onClick={() => onRestore(toPayload(record, input))}>
          Continue
        </button>
        <button type="button" className={buttonClassName} onClick={() => forget(keyOf(userId, form, record))}>
          Discard
        </button>
      </div>
    );
  });
}
