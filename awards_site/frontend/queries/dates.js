// Formats times in the programme's zone; awards_site/features/events/entity.py formats them on the server.
// Month names are our own, because those of browsers differ by version.

const MONTHS = [
  "January", "February", "March", "April", "May", "June",
  "July", "August", "September", "October", "November", "December",
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const formats = new Map();

function partsIn(date, timeZone) {
  if (!formats.has(timeZone)) {
    const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit" };
    const options = { ...fields, era: "short", hourCycle: "h23", timeZone };
    formats.set(timeZone, new Intl.DateTimeFormat("en-US", options));
  }
  return Object.fromEntries(
    formats.get(timeZone).formatToParts(date).map(({ type, value }) => [type, value]),
  );
}

/** Returns the `{year, month, day, hour, minute}` of an ISO 8601 instant in a time zone, as numbers. */
export function zonedDate(instant, timeZone = "UTC") {
  const date = new Date(instant);
  let parts = partsIn(date, timeZone);
  // Instants at the limits of Python's datetime fall outside the years 1 to 9999 in some zones.
  if (parts.era !== "AD" || Number(parts.year) > 9999) parts = partsIn(date, "UTC");
  return Object.fromEntries(
    ["year", "month", "day", "hour", "minute"].map((name) => [name, Number(parts[name])]),
  );
}

/** Returns the abbreviation of a zone at an instant, such as "EST", or its offset, such as "UTC+2". */
export function zoneName(instant, timeZone = "UTC") {
  const options = { timeZone, timeZoneName: "short" };
  const parts = new Intl.DateTimeFormat("en-US", options).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === "timeZoneName").value.replace("GMT", "UTC");
}

/** "May 1, 2026" */
export const longDate = ({ year, month, day }) => `${MONTHS[month - 1]} ${day}, ${year}`;

/** "Friday, May 1, 2026" for the day "2026-05-01"; browsers take 0.1 s on a phone for their first own format. */
export function fullDate(day) {
  const [year, month, number] = day.split("-").map(Number);
  const weekday = WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()];
  return `${weekday}, ${longDate({ year, month, day: number })}`;
}

/** "May 2026", with the month cut to three letters. */
export const shortMonth = ({ year, month }) => `${MONTHS[month - 1].slice(0, 3)} ${year}`;

/** "9:05 AM" */
export const timeOfDay = ({ hour, minute }) =>
  `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;

const pad = (number, length) => String(number).padStart(length, "0");

/** "2026-05-01" */
export const isoDay = ({ year, month, day }) => [pad(year, 4), pad(month, 2), pad(day, 2)].join("-");

// Returns a duration in days, hours, minutes and seconds, such as "2d 3h 4m 5s".
export const formatDuration = (ms) => {
  const seconds = Math.floor(ms / 1000);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  return `${days}d ${hours}h ${Math.floor(seconds / 60) % 60}m ${seconds % 60}s`;
};
