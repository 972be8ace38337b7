// The toaster: shows the latest event NOTIFY as a toast.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLazyImport } from "../queries/lazy.jsx";
import { NOTIFY } from "../events.js";


// Toasts only follow an interaction, so their code is not part of the first load.
const loadToast = () => import("./toast.jsx");
const LOAD_EVENTS = ["pointerdown", "keydown", "focusin", NOTIFY];
const HOTKEY = "F8";
const REMOVE_AFTER_MS = 1_000_000;

// Module state, because each page has its own toaster and a toast may survive a navigation.
let current = null;
let latestKey = 0;
const listeners = new Set();

function show(toast) {
  current = toast;
  listeners.forEach((listener) => listener());
}

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The classes and the attribute of a notice's kind. */
export const kindOf = ({ destructive }) =>
  destructive
    ? ["bg-danger text-white border-danger", "destructive"]
    : ["bg-surface text-ink border-line border-l-4 border-l-gold", "default"];

/** The notice where the code of toasts could not be loaded; the next one replaces it. */
function PlainToast({ title, description, note, ...kind }) {
  const [classes, variant] = kindOf(kind);
  return (
    <div
      role="alert"
      data-testid="notice"
      data-variant={variant}
      className={`${classes} fixed inset-x-4 top-4 z-100 rounded-sm border px-5 py-4 shadow-xl md:top-auto md:bottom-4 md:left-auto md:max-w-[420px]`}
    >
      <p className="font-semibold">{title}</p>
      {description && <p className="mt-1 text-sm">{description}</p>}
      {note && <p className="mt-1 text-sm">{note}</p>}
    </div>
  );
}

export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current, () => null);
  const [isWanted, setWanted] = useState(false);
  const [ToastView, fetchToast] = useLazyImport(loadToast);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    // Loading waits until the browser has handled the interaction.
    const load = () => (window.requestIdleCallback ?? setTimeout)(() => setWanted(true));
    LOAD_EVENTS.forEach((type) => window.addEventListener(type, load, { once: true }));
    return () => LOAD_EVENTS.forEach((type) => window.removeEventListener(type, load));
  }, []);

  useEffect(() => {
    if (ToastView || !(toast || isWanted)) return;
    fetchToast().catch(() => setMissing(true));
  }, [ToastView, fetchToast, toast, isWanted]);

  useEffect(() => {
    const onNotify = ({ detail }) => show({ ...detail, key: ++latestKey, open: true });
    window.addEventListener(NOTIFY, onNotify);
    return () => window.removeEventListener(NOTIFY, onNotify);
  }, []);

  // Radix handles the hotkey once its code is loaded; an earlier press is remembered.
  const [isFocusWanted, setFocusWanted] = useState(false);
  useEffect(() => {
    if (ToastView) return undefined;
    const onKey = ({ key }) => key === HOTKEY && setFocusWanted(true);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [ToastView]);

  useEffect(() => {
    if (!toast || toast.open) return undefined;
    const timer = setTimeout(() => show(null), REMOVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  if (!ToastView && isMissing && toast) return <PlainToast {...toast} />;
  return (
    ToastView && (
      <ToastView
        toast={toast}
        onClose={() => show({ ...toast, open: false })}
        hotkey={HOTKEY}
        isFocused={isFocusWanted}
      />
    )
  );
}
