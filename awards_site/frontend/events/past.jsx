// Replaces content when an event has ended, by the visitor's clock.
import { useNow } from "./clock.js";
import { useRenderedAt } from "../queries/page_context.jsx";

/** Shows its children until the event ends, then `after`. */
export function UntilPast({ endsAt, after, children }) {
  // Until hydration, the time is that of the server's rendering.
  const end = Date.parse(endsAt);
  const now = useNow(useRenderedAt(end));
  return now !== null && end <= now ? after : children;
}
