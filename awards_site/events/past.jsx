// What depends on whether an event is past, by the visitor's own clock.
import { useEffect, useState } from "react";

const CLOCK_MS = 15_000;

// `past` is what the server knew when it wrote the page.
function usePast(endsAt, past) {
  const [now, setNow] = useState(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, CLOCK_MS);
    tick();
    return () => clearInterval(timer);
  }, []);
  return now === null ? past : Date.parse(endsAt) < now;
}

/** Its children until the event is past, then `after`. */
export function UntilPast({ endsAt, past, after, children }) {
  return usePast(endsAt, past) ? after : children;
}
