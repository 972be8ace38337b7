// The event calendar: its two views, the chosen month and day in the address, the open details.
import * as Tabs from "@radix-ui/react-tabs";
import { memo, startTransition, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useNow } from "$/public/external/awards_site/events/card/clock.js";
import { calendarEvents } from "$/public/external/awards_site/events/card/views.js";
import { isoDay, zonedDate } from "$/public/external/awards_site/ui/queries/dates/dates.js";
import { tellMissing, usePart } from "$/public/external/awards_site/ui/queries/lazy/lazy.jsx";
import { usePage } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";
import { useData } from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";
import { EventRow } from "./event_row.jsx";

// Both come right after the page, which does not wait for them.
const loadGrid = () => import("$/public/external/awards_site/ui/lists/month_grid/month_grid.jsx");
const loadDetails = () => import("./details.jsx");

const VIEWS = [
  ["calendar", "Calendar View"],
  ["list", "List View"],
];
const viewIn = (address) => (address.get("view") === "list" ? "list" : "calendar");
const NOUN = ["event", "events"];

const inWords = (day) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00Z`),
  );

const zoneNote = (zone) => `Times are in the time zone ${zone}.`;

const isDay = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

const dayOf = (address, today) => (isDay(address.get("day") ?? "") ? address.get("day") : today);

const happensOn = (event, day) => event.first_day <= day && day <= event.last_day;

const DAY_MS = 86_400_000;
// The grid of a month begins and ends with days of the months beside it.
const MAX_DAYS_BESIDE = 14;

// The events of a month, and of the days beside it in its grid, each read by itself: a function that
// returns those of a day. Until they have come, and where they cannot be read, `events` serve.
function useMonth(month, events) {
  const [year, number] = month.split("-").map(Number);
  const first = Date.UTC(year, number - 1, 1);
  const start = new Date(first - MAX_DAYS_BESIDE * DAY_MS).toISOString();
  const end = new Date(first + (31 + MAX_DAYS_BESIDE) * DAY_MS).toISOString();
  const ofMonth = useData(`/api/events/month/${year}/${number}`, "calendarEvents", calendarEvents);
  const around = useData(
    `/api/events/range?${new URLSearchParams({ start, end })}`,
    "calendarEvents",
    calendarEvents,
  );
  return useCallback(
    (day) => {
      const known = day.startsWith(month) ? ofMonth.data : around.data;
      return (known ?? events).filter((event) => happensOn(event, day));
    },
    [month, ofMonth.data, around.data, events],
  );
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
          {inWords(day)}
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
        <span aria-hidden="true" className="mr-2 inline-block size-3 bg-gold-light align-middle" />
        Day with events
      </span>
      <span>
        <span aria-hidden="true" className="mr-2 inline-block size-3 align-middle ring-2 ring-gold-ink ring-inset" />
        Today
      </span>
    </p>
  );
}

function CalendarView({ MonthGrid, missing, events, zone, now, onOpen }) {
  const [address, change] = useUrlQuery();
  const [painted] = useUrlQuery({ deferred: true });
  const today = useMemo(() => isoDay(zonedDate(now, zone)), [zone, now]);
  const day = dayOf(painted, today);
  const wanted = address.get("month") ?? "";
  const month = isDay(`${wanted}-01`) ? wanted : dayOf(address, today).slice(0, 7);
  const eventsOn = useMonth(month, events);
  const countOn = useCallback((each) => eventsOn(each).length, [eventsOn]);
  const ofDay = useMemo(() => eventsOn(day), [eventsOn, day]);
  const onMonth = useCallback((chosen) => change({ month: chosen }), [change]);
  const onDay = useCallback(
    (chosen) => change({ month: chosen.slice(0, 7), day: chosen }),
    [change],
  );

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1.35fr_1fr] lg:gap-12">
      <div data-testid="month">
        {missing || (
          <>
            <div className="min-h-[calc(6*var(--cell)+6rem+1px)] [--cell:2.75rem] sm:[--cell:4.25rem] lg:[--cell:4.75rem]">
              {MonthGrid && (
                <MonthGrid
                  month={month}
                  selected={day}
                  today={today}
                  countOn={countOn}
                  noun={NOUN}
                  onMonth={onMonth}
                  onDay={onDay}
                />
              )}
            </div>
            <Legend />
          </>
        )}
      </div>
      <DayPanel day={day} events={ofDay} now={now} onOpen={onOpen} />
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
            <EventRow key={event.id} event={event} now={now} onOpen={onOpen} dated />
          ))}
        </ul>
      ) : (
        empty
      )}
    </>
  );
}

// The month's script, and whether it cannot be fetched.
function useMonthGrid() {
  const [MonthGrid, fetchGrid] = usePart(loadGrid);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetchGrid().catch(() => setFailed(true));
  }, [fetchGrid]);
  return [MonthGrid, failed];
}

// The details' script, and the event that is open, which waits for the script.
function useDetails() {
  const [EventDetails, fetchDetails] = usePart(loadDetails);
  const [open, setOpen] = useState(null);
  useEffect(() => {
    // Whoever opens an event fetches them again, and is told when they cannot be had.
    fetchDetails().catch(() => undefined);
  }, [fetchDetails]);
  const show = useCallback(
    async (event) => {
      startTransition(() => setOpen(event));
      try {
        await fetchDetails();
      } catch {
        setOpen(null);
        tellMissing("The event");
      }
    },
    [fetchDetails],
  );
  return [EventDetails, open, show, () => setOpen(null)];
}

/**
 * `events` and `upcoming` are `CalendarEvent`s (card.py); `skeleton` stands in until the page lives,
 * and `failure` for the month when its script cannot be fetched.
 */
export function EventCalendar({ events, upcoming, empty, failure, skeleton, ...classes }) {
  // Null until the page is alive, because the server's clock is not the visitor's.
  const now = useNow(null);
  const zone = usePage().site.timeZone;
  const [address, change] = useUrlQuery();
  const [painted] = useUrlQuery({ deferred: true });
  const panel = useId();
  const [MonthGrid, gridFailed] = useMonthGrid();
  const [EventDetails, open, show, close] = useDetails();

  if (now === null) return skeleton;
  const view = viewIn(painted);
  return (
    <>
      <Tabs.Root
        value={viewIn(address)}
        onValueChange={(chosen) => change({ view: chosen === "list" ? chosen : null })}
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
              MonthGrid={MonthGrid}
              missing={gridFailed && failure}
              events={events}
              zone={zone}
              now={now}
              onOpen={show}
            />
          )}
        </Tabs.Content>
      </Tabs.Root>
      {open && EventDetails && (
        <EventDetails event={open} now={now} zoneNote={zoneNote(zone)} onClose={close} {...classes} />
      )}
    </>
  );
}
