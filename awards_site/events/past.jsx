// What depends on whether an event is past, by the visitor's own clock.
import { useNow } from "$/public/external/awards_site/events/card/clock.js";
import { usePage } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";

/** Its children until the event is past, then `after`. */
export function UntilPast({ endsAt, after, children }) {
  // Until the page is alive it is as late as when the server wrote the page.
  const now = useNow(usePage().renderedAt);
  return now !== null && Date.parse(endsAt) < now ? after : children;
}
