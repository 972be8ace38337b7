// What the reveal console reads by itself: what visitors see, and what others reveal meanwhile.
import { useEffect, useRef, useState } from "react";
import { timeOfDay, zonedDate } from "../../queries/dates.js";

const POLL_MS = 500;
const WATCH_MS = 2_000;
/** How long a reveal may take until the page says that it is late. */
const PATIENCE_MS = 5_000;

/** Calls `check` again and again, `ms` after it has resolved, until it resolves to true. */
function useRepeated(check, ms, dependencies) {
  useEffect(() => {
    let timer;
    let isUnmounted = false;
    const repeat = async () => {
      const isDone = await check(() => isUnmounted);
      if (!isDone && !isUnmounted) timer = setTimeout(repeat, ms);
    };
    repeat();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, dependencies);
}

/** "8:00:01 PM" */
function timeWithSeconds(date, timeZone) {
  const seconds = String(date.getSeconds()).padStart(2, "0");
  return timeOfDay(zonedDate(date, timeZone)).replace(" ", `:${seconds} `);
}

/** Returns what is wrong with what visitors read now, "" for nothing; `values` are by id and key. */
async function problemAt(url, values) {
  const response = await fetch(url, { credentials: "omit", cache: "no-cache" });
  if (!response.ok) return `The site answers visitors with error ${response.status}`;
  const shown = Object.fromEntries((await response.json()).map((each) => [each.id, each]));
  const isSeen = Object.entries(values).every(([id, expected]) =>
    Object.entries(expected).every(([key, value]) => shown[id]?.[key] === value),
  );
  return isSeen ? "" : "Visitors do not see it yet";
}

/** Proves that visitors see what was revealed. `values` is JSON; `url` is that of a public list. */
export function SeenByVisitors({ url, values, timeZone }) {
  const [text, setText] = useState("Checking what visitors see...");
  const [began] = useState(Date.now);
  useRepeated(async () => {
    const problem = await problemAt(url, JSON.parse(values)).catch(() => "The site could not be reached");
    if (!problem) setText(`Seen by visitors since ${timeWithSeconds(new Date(), timeZone)}`);
    else if (Date.now() - began > PATIENCE_MS) setText(`${problem}. Still checking...`);
    return !problem;
  }, POLL_MS, [url, values, timeZone]);
  return <p role="status" className="mt-1 text-sm text-muted tabular-nums">{text}</p>;
}

/** Calls `onChange` when the response at `url` changes, and says so while it cannot be read. */
export function Watch({ url, onChange }) {
  const [isOffline, setOffline] = useState(false);
  const known = useRef(null);
  useRepeated(async (isUnmounted) => {
    const response = document.hidden ? null : await fetch(url).catch(() => undefined);
    if (response === null || isUnmounted()) return;
    const text = response?.ok ? await response.text() : "";
    setOffline(!text);
    if (known.current !== null && known.current !== text && text) onChange();
    known.current = text;
  }, WATCH_MS, [url]);
  const lost = "No connection. What is shown may be outdated, and nothing is revealed until it is back.";
  return <p role="alert" className={isOffline ? "mt-4 rounded-md bg-danger/10 p-3 text-sm font-medium text-danger" : "sr-only"}>{isOffline && lost}</p>;
}
