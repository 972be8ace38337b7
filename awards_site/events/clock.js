// The visitor's clock, by which events are past.
import { useEffect, useState } from "react";

const CLOCK_MS = 15_000;

/** The browser's time in milliseconds; `first` until the page is alive. */
export function useNow(first) {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, CLOCK_MS);
    tick();
    return () => clearInterval(timer);
  }, []);
  return now;
}
