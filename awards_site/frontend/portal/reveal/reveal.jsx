// What the reveal console reads by itself: what visitors see, and what others reveal meanwhile.
import { useEffect, useRef, useState } from "react";

const POLL_MS = 500;
const WATCH_MS = 2_000;
/** How long a reveal may take until the page says that it is late. */
const PATIENCE_MS = 5_000;
const KEYS = { Winner: "isWinner", Finalist: "isFinalist" };
const LOST =
  "sticky top-16 z-10 mt-4 rounded-md bg-danger px-3 py-2 text-sm font-medium text-white lg:top-4";

/** Calls `check` until it resolves to true, each time `ms` after the last. */
function useRepeated(check, ms) {
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    let timer;
    let isUnmounted = false;
    const repeat = async () => {
      const isDone = await latest.current().catch(() => false);
      if (!isDone && !isUnmounted) timer = setTimeout(repeat, ms);
    };
    repeat();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [ms]);
}

/** Proves that the public list at `url` has the results, which are by id, as JSON. */
export function SeenByVisitors({ url, results, timeZone }) {
  const [text, setText] = useState("Checking what visitors see...");
  const [began] = useState(Date.now);
  useRepeated(async () => {
    const response = await fetch(url, { credentials: "omit", cache: "no-cache" }).catch(() => null);
    const shown = response?.ok ? await response.json() : [];
    const isSeen = Object.entries(JSON.parse(results)).every(
      ([id, result]) => !KEYS[result] || shown.find((each) => String(each.id) === id)?.[KEYS[result]],
    );
    const now = new Date();
    if (isSeen) setText(`Seen by visitors since ${now.toLocaleTimeString("en-US", { timeZone })}`);
    else if (now - began > PATIENCE_MS) setText("Visitors do not see it yet. Still checking...");
    return isSeen;
  }, POLL_MS);
  return <p role="status" className="mt-1 text-sm text-muted tabular-nums">{text}</p>;
}

/** Calls `onChange` when the response at `url` changes, and says so while it cannot be read. */
export function Watch({ url, onChange }) {
  const [isLost, setLost] = useState(false);
  const known = useRef(null);
  useRepeated(async () => {
    if (document.hidden) return;
    const response = await fetch(url).catch(() => null);
    const text = response?.ok ? await response.text() : "";
    setLost(!text);
    if (text && known.current !== null && text !== known.current) onChange();
    known.current = text;
  }, WATCH_MS);
  const sentence = "No connection. Nothing is revealed until it is back.";
  return <p role="alert" className={isLost ? LOST : "sr-only"}>{isLost && sentence}</p>;
}
