// The toaster: shows the latest `awards:notify` event as a toast.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLazy } from "$/public/external/awards_site/ui/queries/lazy/lazy.jsx";

const EVENT = "awards:notify";

// Toasts only follow an interaction, so their code is not part of the first load.
const loadToast = () => import("./toast.jsx");
const LOAD_EVENTS = ["pointerdown", "keydown", "focusin", EVENT];
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

export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current, () => null);
  const [isWanted, setWanted] = useState(false);
  const ToastView = useLazy(loadToast, toast ?? isWanted);

  useEffect(() => {
    // Loading waits until the browser has handled the interaction.
    const load = () => (window.requestIdleCallback ?? setTimeout)(() => setWanted(true));
    LOAD_EVENTS.forEach((type) => window.addEventListener(type, load, { once: true }));
    return () => LOAD_EVENTS.forEach((type) => window.removeEventListener(type, load));
  }, []);

  useEffect(() => {
    const onNotify = ({ detail }) => show({ ...detail, key: ++latestKey, open: true });
    window.addEventListener(EVENT, onNotify);
    return () => window.removeEventListener(EVENT, onNotify);
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
