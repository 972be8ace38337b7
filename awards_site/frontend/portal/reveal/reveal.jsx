// The result line of a reveal, which reads what visitors see by itself.
import { useEffect, useRef, useState } from "react";

const PUBLISHED = "/api/nominees/published";
const POLL_MS = 500;
const KEYS = { Winner: "isWinner", Finalist: "isFinalist" };

/** Proves that visitors see the results, which are by the nominees' ids. It takes the focus. */
export function SeenByVisitors({ results, timeZone }) {
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
      if (isSeen) setSeenAt((known) => known || new Date().toLocaleTimeString("en-US", { timeZone }));
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [seenAt, results, timeZone]);
  const text = seenAt ? `Seen by visitors since ${seenAt}` : "Visitors do not see it yet. Checking...";
  return (
    <p ref={line} role="status" tabIndex={-1} className="mt-1 text-sm text-muted tabular-nums outline-none">
      {text}
    </p>
  );
}
