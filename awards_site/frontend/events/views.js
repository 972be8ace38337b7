import { imageAt } from "../images/images.js";
import { pick } from "../queries/fields.js";
import { isoDay, longDate, shortMonth, timeOfDay, zoneName, zonedDate } from "../queries/dates.js";

// View models of events, made from API responses, with dates in the programme's time zone.

/** Returns how far a zone is ahead of UTC at an instant that it shows as `time`, in milliseconds. */
const offset = ({ year, month, day, hour, minute }, instant) =>
  Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / 60_000) * 60_000;

function calendarEvent(event, zone, fields) {
  const instants = [event.startDate, event.endDate].map(Date.parse);
  const [start, end] = instants.map((instant) => zonedDate(instant, zone));
  // An end at midnight belongs to the day before.
  const last = instants[1] > instants[0] ? zonedDate(instants[1] - 1, zone) : end;
  const isOneDay = isoDay(start) === isoDay(last);
  const isAmbiguous = isOneDay && offset(start, instants[0]) !== offset(end, instants[1]);
  const [from, to] = [start, end].map((time, index) =>
    isAmbiguous ? `${timeOfDay(time)} ${zoneName(instants[index], zone)}` : timeOfDay(time),
  );
  return {
    ...pick(event, fields),
    path: event.path ?? `/events/${event.id}`,
    file: event.file ?? `/events/${event.id}.ics`,
    dates: isOneDay
      ? `${longDate(start)} · ${from} - ${to}`
      : `${longDate(start)} - ${longDate(last)}`,
    hours: isOneDay ? "" : `Begins at ${from}, ends at ${to}`,
    day: String(start.day),
    month: shortMonth(start),
    first_day: isoDay(start),
    last_day: isoDay(last),
    ends_at: event.endDate,
    is_virtual: event.isVirtual ?? false,
    join_link: event.joinLink ?? (event.isVirtual && event.virtualMeetingUrl ? event.virtualMeetingUrl : ""),
    register_link: event.registerLink ?? event.registrationUrl ?? "",
    image: imageAt(event.imageUrl, event.image),
  };
}

/** The view models of a list. */
export const calendarEvents = (events, { site }, { fields }) =>
  events.map((event) => calendarEvent(event, site.timeZone, fields));

/** The view model of an event's page; null for a draft, which the API returns to staff only. */
export const eventDetails = (event, { site }, { fields }) =>
  event.isPublished === false ? null : calendarEvent(event, site.timeZone, fields);

/** At most `limit` events of a list, without the current one. */
export const otherEvents = (events, currentId, limit) =>
  events.filter(({ id }) => id !== currentId).slice(0, limit);

/** Returns the webcal: URL of a calendar at a path of the site, which calendar programs subscribe to. */
export const subscriptionUrl = (siteUrl, path) => siteUrl.replace(/^https?:/, "webcal:") + path;
