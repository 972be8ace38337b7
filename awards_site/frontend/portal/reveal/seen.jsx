// Proves that visitors see what was revealed, by reading it as they do.
import { useEffect, useState } from "react";
import { timeOfDay, zonedDate } from "../../queries/dates.js";

const POLL_MS = 500;
/** How long a reveal may take until the page says that it is late. */
const PATIENCE_MS = 5_000;

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

/** `values` is JSON; `url` is that of a public list. */
export function SeenByVisitors({ url, values, timeZone }) {
  const [text, setText] = useState("Checking what visitors see...");
  useEffect(() => {
    const began = Date.now();
    let timer;
    let isUnmounted = false;
    const check = async () => {
      const problem = await problemAt(url, JSON.parse(values)).catch(() => "The site could not be reached");
      if (isUnmounted) return;
      if (!problem) setText(`Seen by visitors since ${timeWithSeconds(new Date(), timeZone)}`);
      else if (Date.now() - began > PATIENCE_MS) setText(`${problem}. Still checking...`);
      if (problem) timer = setTimeout(check, POLL_MS);
    };
    check();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [url, values, timeZone]);
  return <p role="status" className="mt-1 text-sm text-muted tabular-nums">{text}</p>;
}
