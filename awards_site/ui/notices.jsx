// The notice area: it remembers the newest `awards:notify` event and shows it as a toast.
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLazy } from "$/public/external/awards_site/ui/lazy/lazy.jsx";
import { addEvents } from "$/utils/context";
import { ReflexEvent, refs } from "$/utils/state";

const EVENT = "awards:notify";

// No notice comes before a visitor does something, so the toast's code is no part of a first load.
const loadToast = () => import("./toast.jsx");
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "focusin", EVENT];

// The notice outlives the area, because each page has its own area and a notice is often
// followed by a change of page.
let shown = null;
let serial = 0;
const readers = new Set();

function show(notice) {
  shown = notice;
  readers.forEach((reader) => reader());
}

function subscribe(reader) {
  readers.add(reader);
  return () => readers.delete(reader);
}

export function NoticeArea({ name, removeAfterMs, ...limits }) {
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
    const receive = ({ detail }) => show({ ...detail, key: ++serial, open: true });
    window.addEventListener(EVENT, receive);
    // Reflex's "set value" event assigns to the value of a registered element.
    refs[name] = {
      current: {
        set value(detail) {
          window.dispatchEvent(new CustomEvent(EVENT, { detail }));
        },
      },
    };
    return () => window.removeEventListener(EVENT, receive);
  }, [name]);

  useEffect(() => {
    if (!notice || notice.open) return undefined;
    const timer = setTimeout(() => show(null), removeAfterMs);
    return () => clearTimeout(timer);
  }, [notice, removeAfterMs]);

  return (
    NoticeToast && (
      <NoticeToast
        notice={notice}
        onClose={() => show({ ...notice, open: false })}
        onEvent={({ name, payload }) => addEvents([ReflexEvent(name, payload)])}
        {...limits}
      />
    )
  );
}
