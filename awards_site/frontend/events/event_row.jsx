import { startTransition, useEffect, useId, useState } from "react";
import { useRenderedAt } from "../queries/query.jsx";

// The visitor's clock, which decides whether an event is past.

const TICK_MS = 15_000;

/** Returns the browser's time in milliseconds, updated every 15 s; `initial` until hydration. */
export function useNow(initial) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    // In a transition, what shows the time is rendered in short tasks.
    const tick = () => startTransition(() => setNow(Date.now()));
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => clearInterval(timer);
  }, []);
  return now;
}

// An event in a list, on a light or dark background. A click opens its details.

/** Returns whether an event is past; `now` is that of `useNow(null)`. */
export function useIsPast({ ends_at: endsAt }, now) {
  const end = Date.parse(endsAt);
  const renderedAt = useRenderedAt(end);
  return now === null ? end <= renderedAt : end < now;
}

/** The event's type, or 'Past'. */
export function TypeBadge({ event, now }) {
  return (
    <span
      data-testid="event-type"
      className="label inline-block border border-current/60 px-2.5 py-0.5 first-letter:uppercase"
    >
      {useIsPast(event, now) ? "Past" : event.type}
    </span>
  );
}

/** `showsDay` adds the day in large numerals. */
export function EventRow({ event, now, onOpen, showsDay }) {
  const past = useIsPast(event, now);
  const title = useId();
  return (
    <li
      data-testid="event"
      data-past={past || undefined}
      className={`group relative grid items-start gap-x-8 gap-y-2 border-b border-current/20 py-6 last:border-b-0 ${
        showsDay ? "grid-cols-[4rem_1fr] md:grid-cols-[8rem_1fr_auto] first:border-t" : ""
      } ${past ? "opacity-70 print:opacity-100" : ""}`}
    >
      {showsDay && (
        <p aria-hidden="true" className="md:row-span-2">
          <span className={`numeral block text-5xl md:text-7xl ${past ? "" : "text-gold-ink"}`}>{event.day}</span>
          <span className="label mt-2 block">{event.month}</span>
        </p>
      )}
      <div className="min-w-0">
        <h3 id={title} className="display-3">
          <button
            type="button"
            onClick={() => onOpen(event)}
            className="text-left decoration-gold decoration-1 underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {event.title}
          </button>
        </h3>
        <p className="mt-2">{event.dates}</p>
        <p className="label mt-1">{event.location}</p>
        <a
          href={event.file}
          aria-describedby={title}
          className="label relative z-1 mt-3 inline-flex min-h-6 items-center underline decoration-gold decoration-1 underline-offset-4 hover:decoration-2"
        >
          Add to calendar
        </a>
      </div>
      <p className={showsDay ? "col-start-2 md:col-start-3 md:row-start-1" : ""}>
        <TypeBadge event={event} now={now} />
      </p>
    </li>
  );
}

// Replaces content when an event has ended, by the visitor's clock.

/** Shows its children until the event ends, then `after`. */
export function UntilPast({ endsAt, after, children }) {
  // Until hydration, the time is that of the server's rendering.
  const end = Date.parse(endsAt);
  const now = useNow(useRenderedAt(end));
  return now !== null && end <= now ? after : children;
}
