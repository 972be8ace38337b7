// The visitor's clock, which decides whether an event is past.
import { useEffect, useState } from "react";

const TICK_MS = 15_000;

/** Returns the browser's time in milliseconds, updated every 15 s; `initial` until hydration. */
export function useNow(initial) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => clearInterval(timer);
  }, []);
  return now;
}
