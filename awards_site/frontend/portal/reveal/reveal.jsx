// What the reveal console reads by itself: what visitors see, and what others reveal meanwhile.
import { useEffect, useRef, useState } from "react";

const PUBLISHED = "/api/nominees/published";
const POLL_MS = 500;
const RESULTS = "/api/admin/reveal?revealed=true";
const WATCH_MS = 2_000;
const LOST = "sticky top-16 z-10 mt-4 rounded-md bg-danger px-3 py-2 text-sm font-medium text-white lg:top-4";
const FOLLOW = "within 3 seconds";
const KEYS = { Winner: "isWinner", Finalist: "isFinalist" };

const timeOf = (instant, timeZone) => instant.toLocaleTimeString("en-US", { timeZone });

/** Returns how fast pages that are open follow a reveal, which is slowly until a time. */
function useFollowing(pagesFollowFrom, timeZone) {
  const from = new Date(pagesFollowFrom);
  const [isFast, setFast] = useState(from <= new Date());
  useEffect(() => {
    const timer = setTimeout(() => setFast(true), from - Date.now());
    return () => clearTimeout(timer);
  });
  return isFast ? FOLLOW : `by ${timeOf(from, timeZone)}`;
}

/** How fast pages that are open follow a reveal. */
export function OpenPages({ pagesFollowFrom, timeZone }) {
  const following = useFollowing(pagesFollowFrom, timeZone);
  const text = `Pages that are open show a reveal ${following}${following === FOLLOW ? "" : `, and after that ${FOLLOW}`}.`;
  return <p className="mt-2 text-sm text-muted">{text}</p>;
}

/** Proves that visitors see the results, which are by the nominees' ids. It takes the focus. */
export function SeenByVisitors({ results, pagesFollowFrom, timeZone }) {
  const following = useFollowing(pagesFollowFrom, timeZone);
  const [seenAt, setSeenAt] = useState("");
  const line = useRef(null);
  // The button that revealed them is gone.
  useEffect(() => line.current.focus(), []);
  useEffect(() => {
    if (seenAt) return undefined;
    const timer = setInterval(async () => {
      const response = await fetch(PUBLISHED, { credentials: "omit", cache: "no-cache" }).catch(() => null);
      const shown = response?.ok ? await response.json() : [];
      const isSeen = Object.entries(results).every(
        ([id, result]) => !KEYS[result] || shown.find((each) => String(each.id) === id)?.[KEYS[result]],
      );
      if (isSeen) setSeenAt((known) => known || timeOf(new Date(), timeZone));
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [seenAt, results, timeZone]);
  const text = seenAt
    ? `Seen by visitors since ${seenAt}. Pages that are open follow ${following}.`
    : "Visitors do not see it yet. Checking...";
  return (
    <p ref={line} role="status" tabIndex={-1} className="mt-1 text-sm text-muted tabular-nums outline-none">
      {text}
    </p>
  );
}

/** Calls `onChange` when others have changed what is hidden, and says so while that cannot be read. */
export function Watch({ onChange }) {
  const [isLost, setLost] = useState(false);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let known = "";
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const response = await fetch(RESULTS).catch(() => null);
      const text = response?.ok ? await response.text() : "";
      setLost(!text);
      // The first time, too: the screen may have been read before it.
      if (text && text !== known) latest.current();
      known = text || known;
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, []);
  const sentence = isLost && "No connection. Nothing is revealed until it is back.";
  return (
    <p role="alert" className={isLost ? LOST : "sr-only"}>
      {sentence}
    </p>
  );
}
