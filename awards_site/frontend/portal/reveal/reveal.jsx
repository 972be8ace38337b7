// What the reveal console reads by itself: what visitors see, and what others reveal meanwhile.
import { useEffect, useRef, useState } from "react";

const POLL_MS = 500;
const WATCH_MS = 2_000;
const KEYS = { Winner: "isWinner", Finalist: "isFinalist" };
const LOST =
  "sticky top-16 z-10 mt-4 rounded-md bg-danger px-3 py-2 text-sm font-medium text-white lg:top-4";

function useInterval(call, ms) {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    const timer = setInterval(() => latest.current(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

/** Proves that the public list at `url` has the results, which are by id, as JSON. */
export function SeenByVisitors({ url, results }) {
  const [seenAt, setSeenAt] = useState(null);
  useInterval(async () => {
    if (seenAt) return;
    const response = await fetch(url, { credentials: "omit", cache: "no-cache" }).catch(() => null);
    const shown = response?.ok ? await response.json() : [];
    const isSeen = Object.entries(JSON.parse(results)).every(
      ([id, result]) => !KEYS[result] || shown.find((each) => String(each.id) === id)?.[KEYS[result]],
    );
    if (isSeen) setSeenAt((known) => known ?? new Date().toLocaleTimeString("en-US"));
  }, POLL_MS);
  const text = seenAt ? `Seen by visitors since ${seenAt}` : "Visitors do not see it yet. Checking...";
  return <p role="status" className="mt-1 text-sm text-muted tabular-nums">{text}</p>;
}

/** Calls `onChange` when the response at `url` changes, and says so while it cannot be read. */
export function Watch({ url, onChange }) {
  const [isLost, setLost] = useState(false);
  const known = useRef(null);
  useInterval(async () => {
    if (document.hidden) return;
    const response = await fetch(url).catch(() => null);
    const text = response?.ok ? await response.text() : "";
    setLost(!text);
    if (text && known.current !== null && text !== known.current) onChange();
    known.current = text;
  }, WATCH_MS);
  const sentence = isLost && "No connection. Nothing is revealed until it is back.";
  return <p role="alert" className={isLost ? LOST : "sr-only"}>{sentence}</p>;
}
