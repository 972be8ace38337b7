// What depends on whether an event is past, by the visitor's own clock.
import { useEffect, useState } from "react";
import { usePage } from "$/public/external/awards_site/ui/page_context/page_context.jsx";

const CLOCK_MS = 15_000;

// Until the page is alive it is as late as when the server wrote the page.
function usePast(endsAt) {
  const { renderedAt } = usePage();
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, CLOCK_MS);
    tick();
    return () => clearInterval(timer);
  }, []);
  return now !== null && Date.parse(endsAt) < now;
}

/** Its children until the event is past, then `after`. */
export function UntilPast({ endsAt, after, children }) {
  return usePast(endsAt) ? after : children;
}
