// Replaces content when an event has ended, by the visitor's clock.
import { useNow } from "$/public/external/awards_site/events/card/clock.js";
import { usePage } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";

/** Shows its children until the event ends, then `after`. */
export function UntilPast({ endsAt, after, children }) {
  // Until hydration, the time is that of the server's rendering.
  const now = useNow(usePage().renderedAt);
  return now !== null && Date.parse(endsAt) < now ? after : children;
}
