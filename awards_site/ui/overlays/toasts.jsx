// The notice area: it remembers the newest `awards:notify` event and shows it as a toast.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLazy } from "$/public/external/awards_site/ui/queries/lazy/lazy.jsx";

const EVENT = "awards:notify";

// No notice comes before a visitor does something, so the toast's code is no part of a first load.
const loadToast = () => import("./toast.jsx");
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "focusin", EVENT];
const HOTKEY = "F8";
const REMOVE_AFTER_MS = 1_000_000;

// The notice outlives the area, because each page has its own area and a notice is often
// followed by a change of page.
let shown = null;
let latestKey = 0;
const readers = new Set();

function show(notice) {
  shown = notice;
  readers.forEach((reader) => reader());
}

function subscribe(reader) {
  readers.add(reader);
  return () => readers.delete(reader);
}

export function NoticeArea() {
  const notice = useSyncExternalStore(subscribe, () => shown, () => null);
  const [wanted, setWanted] = useState(false);
  const NoticeToast = useLazy(loadToast, notice ?? wanted);

  useEffect(() => {
    // The visitor's own action is answered first.
    const want = () => (window.requestIdleCallback ?? setTimeout)(() => setWanted(true));
    SIGNS_OF_LIFE.forEach((sign) => window.addEventListener(sign, want, { once: true }));
    return () => SIGNS_OF_LIFE.forEach((sign) => window.removeEventListener(sign, want));
  }, []);

  useEffect(() => {
    const receive = ({ detail }) => show({ ...detail, key: ++latestKey, open: true });
    window.addEventListener(EVENT, receive);
    return () => window.removeEventListener(EVENT, receive);
  }, []);

  // Radix focuses the area by the hotkey once its code is there; before that, the key is kept.
  const [isFocusWanted, setFocusWanted] = useState(false);
  useEffect(() => {
    if (NoticeToast) return undefined;
    const onKey = ({ key }) => key === HOTKEY && setFocusWanted(true);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [NoticeToast]);

  useEffect(() => {
    if (!notice || notice.open) return undefined;
    const timer = setTimeout(() => show(null), REMOVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    NoticeToast && (
      <NoticeToast
        notice={notice}
        onClose={() => show({ ...notice, open: false })}
        hotkey={HOTKEY}
        isFocused={isFocusWanted}
      />
    )
  );
}
