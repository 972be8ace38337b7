// The event calendar: two views, the selected month and day in the URL, and the details dialog.
import * as Tabs from "@radix-ui/react-tabs";
import { memo, startTransition, useCallback, useEffect, useId, useMemo, useState } from "react";
import { EventRow, useNow } from "./event_row.jsx";
import { calendarEvents } from "./views.js";
import { MonthGrid } from "../lists/month_grid.jsx";
import { fullDate, isoDay, zonedDate } from "../queries/dates.js";
import { notifyLoadFailed, useLazyImport } from "../queries/lazy.jsx";
import { Part } from "../queries/part.jsx";
import { identity, useData, usePage, useUrlQuery } from "../queries/query.jsx";

// Loads right after hydration, without delaying it.
const loadDetails = () => import("./details.jsx");

const VIEWS = [
  ["calendar", "Calendar View"],
  ["list", "List View"],
];
const viewOf = (query) => (query.get("view") === "list" ? "list" : "calendar");
const LABELS = ["event", "events"];

const zoneNote = (zone) => `Times are in the time zone ${zone}.`;

const isDay = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

const dayOf = (query, today) => (isDay(query.get("day") ?? "") ? query.get("day") : today);

// Returns the day in the programme's zone: that of the document until hydration, null in a built page.
// Browsers compute it only of a page that is older than the day, because their first conversion is slow.
function useToday(now, zone) {
  const { renderedAt } = usePage();
  const { data } = useData(renderedAt === null ? null : "/api/events/today", "identity", identity);
  return useMemo(() => {
    const isCurrent = data && Date.parse(data.startsAt) <= now && now < Date.parse(data.endsAt);
    if (now === null || isCurrent) return data?.date ?? null;
    return isoDay(zonedDate(now, zone));
  }, [data, now, zone]);
}

const happensOn = (event, day) => event.first_day <= day && day <= event.last_day;

const DAY_MS = 86_400_000;
// The grid of a month includes days of the adjacent months.
const MAX_ADJACENT_DAYS = 14;

// Fetches the events of a month and of the adjacent days in its grid, and returns a function from a
// day to its events, and whether a request failed. While it is pending, or if it failed, `events` are used.
function useEventsOfDay(month, events, viewOptions) {
  const [year, number] = month.split("-").map(Number);
  const first = Date.UTC(year, number - 1, 1);
  const start = new Date(first - MAX_ADJACENT_DAYS * DAY_MS).toISOString();
  const end = new Date(first + (31 + MAX_ADJACENT_DAYS) * DAY_MS).toISOString();
  const ofMonth = useData(`/api/events/month/${year}/${number}`, "calendarEvents", calendarEvents, viewOptions);
  const adjacent = useData(
    `/api/events/range?${new URLSearchParams({ start, end })}`,
    "calendarEvents",
    calendarEvents,
    viewOptions,
  );
  const eventsOn = useCallback(
    (day) => {
      const loaded = day.startsWith(month) ? ofMonth.data : adjacent.data;
      return (loaded ?? events).filter((event) => happensOn(event, day));
    },
    [month, ofMonth.data, adjacent.data, events],
  );
  return [eventsOn, [ofMonth, adjacent].some(({ isFailed, isOutdated }) => isFailed || isOutdated)];
}

const DayPanel = memo(function DayPanel({ day, events, now, onOpen }) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      data-testid="day-events"
      className="on-dark bg-plum p-6 text-on-plum sm:p-8"
    >
      <div aria-live="polite">
        <h2 id={heading} className="display-3 border-b border-gold-light/40 pb-5">
          {fullDate(day)}
        </h2>
        {!events.length && <p className="mt-6 text-on-plum-muted">No events scheduled for this day.</p>}
      </div>
      <ul>
        {events.map((event) => (
          <EventRow key={event.id} event={event} now={now} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
});

function Legend() {
  return (
    <p className="label mt-4 flex flex-wrap gap-x-6 gap-y-1 text-muted">
      <span>
        <span aria-hidden="true" className="mr-2 inline-block size-3 bg-gold-light align-middle forced-colors:border-b-3" />
        Day with events
      </span>
      <span>
        <span aria-hidden="true" className="mr-2 inline-block size-3 align-middle ring-2 ring-gold-ink ring-inset forced-colors:border-2 forced-colors:border-dashed" />
        Today
      </span>
    </p>
  );
}

function CalendarView({ failureBar, events, viewOptions, today, now, onOpen }) {
  const [query, setQuery] = useUrlQuery();
  const [deferredQuery] = useUrlQuery({ deferred: true });
  const day = dayOf(deferredQuery, today);
  const wantedMonth = query.get("month") ?? "";
  const month = isDay(`${wantedMonth}-01`) ? wantedMonth : dayOf(query, today).slice(0, 7);
  const [eventsOn, hasFailed] = useEventsOfDay(month, events, viewOptions);
  const countOn = useCallback((each) => eventsOn(each).length, [eventsOn]);
  const dayEvents = useMemo(() => eventsOn(day), [eventsOn, day]);
  const onMonth = useCallback((newMonth) => setQuery({ month: newMonth }), [setQuery]);
  const onDay = useCallback(
    (newDay) => setQuery({ month: newDay.slice(0, 7), day: newDay }),
    [setQuery],
  );

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1.35fr_1fr] lg:gap-12">
      <div data-testid="month">
        {hasFailed && failureBar}
        <div className="[--cell:2.75rem] sm:[--cell:4.25rem] lg:[--cell:4.75rem]">
          <Part>
            <MonthGrid
              month={month}
              selected={day}
              today={today}
              countOn={countOn}
              countLabels={LABELS}
              onMonth={onMonth}
              onDay={onDay}
            />
          </Part>
        </div>
        <Legend />
      </div>
      <DayPanel day={day} events={dayEvents} now={now} onOpen={onOpen} />
    </div>
  );
}

function ListView({ events, now, onOpen, empty }) {
  return (
    <>
      <h2 className="display-2 mb-8">Upcoming Events</h2>
      {events.length ? (
        <ul data-testid="upcoming-events">
          {events.map((event) => (
            <EventRow key={event.id} event={event} now={now} onOpen={onOpen} showsDay />
          ))}
        </ul>
      ) : (
        empty
      )}
    </>
  );
}

// Returns the details component once loaded, the open event, and functions to open and close it.
function useDetails() {
  const [EventDetails, fetchDetails] = useLazyImport(loadDetails);
  const [open, setOpen] = useState(null);
  useEffect(() => {
    // Opening an event retries, and reports a failure.
    fetchDetails().catch(() => undefined);
  }, [fetchDetails]);
  const show = useCallback(
    async (event) => {
      startTransition(() => setOpen(event));
      try {
        await fetchDetails();
      } catch {
        setOpen(null);
        notifyLoadFailed("The event");
      }
    },
    [fetchDetails],
  );
  return [EventDetails, open, show, () => setOpen(null)];
}

/**
 * `events` and `upcoming` are `CalendarEvent`s (features/events/page.py). `skeleton` is shown until the
 * day is known, `viewOptions` are those of the views.
 */
export function EventCalendar({ events, upcoming, empty, failureBar, skeleton, viewOptions, ...classes }) {
  // Null until hydration, because the server's clock may differ from the visitor's.
  const now = useNow(null);
  const zone = usePage().site.timeZone;
  const today = useToday(now, zone);
  const [query, setQuery] = useUrlQuery();
  const [deferredQuery] = useUrlQuery({ deferred: true });
  const panel = useId();
  const [EventDetails, open, show, close] = useDetails();

  if (today === null) return skeleton;
  const view = viewOf(deferredQuery);
  return (
    <>
      <Tabs.Root
        value={viewOf(query)}
        onValueChange={(newView) => setQuery({ view: newView === "list" ? newView : null })}
      >
        <Tabs.List aria-label="Views" className="flex gap-8 border-b border-line">
          {VIEWS.map(([key, label]) => (
            <Tabs.Trigger
              key={key}
              value={key}
              aria-controls={panel}
              className="-mb-px min-h-12 border-b-2 border-transparent font-semibold text-muted transition-colors hover:text-ink aria-selected:border-gold aria-selected:text-ink"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <p className="label mt-4 mb-8 text-muted">{zoneNote(zone)}</p>
        <Tabs.Content forceMount id={panel} value={view} tabIndex={-1} className="outline-none">
          {view === "list" ? (
            <ListView events={upcoming} now={now} onOpen={show} empty={empty} />
          ) : (
            <CalendarView
              failureBar={failureBar}
              events={events}
              viewOptions={viewOptions}
              today={today}
              now={now}
              onOpen={show}
            />
          )}
        </Tabs.Content>
      </Tabs.Root>
      {open && EventDetails && (
        <EventDetails
          event={open}
          viewOptions={viewOptions}
          now={now}
          zoneNote={zoneNote(zone)}
          onClose={close}
          {...classes}
        />
      )}
    </>
  );
}
