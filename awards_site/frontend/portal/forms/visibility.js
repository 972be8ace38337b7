// What visitors see of the record in a form, in one sentence.
import { shortMonth, timeOfDay, zoneName, zonedDate } from "../../queries/dates.js";
import { fromLocal } from "../content/block_values.js";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** "Sat, Dec 19, 8:00 PM EST", with the year if it is another one, and seconds unless they are zero. */
export function shortTime(instant, timeZone, now) {
  const date = zonedDate(instant, timeZone);
  const { year, month, day } = date;
  const weekday = DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  const ofYear = year === zonedDate(now, timeZone).year ? "" : `, ${year}`;
  const seconds = new Date(instant).getUTCSeconds();
  const time = timeOfDay(date).replace(" ", seconds ? `:${String(seconds).padStart(2, "0")} ` : " ");
  return `${weekday}, ${shortMonth(date).slice(0, 3)} ${day}${ofYear}, ${time} ${zoneName(instant, timeZone)}`;
}

/** Returns the time of an input in milliseconds, or NaN. */
const instantOf = (text, timeZone) => (text ? Date.parse(fromLocal(text, timeZone)) : NaN);

/** Returns when results are revealed: the last time of her own and of the embargoes about her, or -Infinity. */
function revealOf(values, embargoes, timeZone) {
  const covering = embargoes.filter(
    ({ year, category }) => String(year) === values.year && (!category || category === values.category),
  );
  const times = [instantOf(values.revealAt, timeZone), ...covering.map((each) => Date.parse(each.revealAt))];
  return Math.max(...times.filter((each) => !Number.isNaN(each)));
}

/**
 * Returns what visitors see of a record once it is saved. `values` are those of the form's inputs by name.
 * `flag` publishes it within its schedule, but an active cover page has none.
 */
export function sentence(values, { flag, embargoes, timeZone }, now) {
  const [startKey, endKey] = flag.includes("_") ? ["publish_at", "unpublish_at"] : ["publishAt", "unpublishAt"];
  const isCover = flag === "is_active";
  const [start, end] = [startKey, endKey].map((key) => (isCover && values[flag] ? NaN : instantOf(values[key], timeZone)));
  const who = values.isWinner === undefined ? "it" : "her";
  if (!values[flag] && !(isCover && start)) return `Visitors do not see ${who}.`;
  if (end <= now) return `Visitors no longer see ${who}.`;

  const at = (instant) => shortTime(instant, timeZone, now);
  const from = start > now ? ` from ${at(start)}` : "";
  const until = end ? ` until ${at(end)}` : "";
  const result = (values.isWinner && "Winner") || (values.isFinalist && "Finalist") || "";
  const isMarked = JSON.parse(values.embargoedContent || "[]").length > 0;
  const reveal = revealOf(values, embargoes, timeZone);
  if (!(result || isMarked) || reveal <= Math.max(now, start || 0)) {
    return `Visitors see ${who}${result && ` as ${result}`}${from}${until || (from && " on")}.`;
  }
  const hidden = [result && "a result", isMarked && "what is marked"].filter(Boolean).join(" and ");
  if (end <= reveal) return `Visitors see ${who}${from} without ${hidden}${until}.`;
  const then = `${result || "all of it"}${until && `,${until}`}`;
  return `Visitors see ${who}${from} without ${hidden} until ${at(reveal)}; then ${then}.`;
}

/** Returns what an embargo does to `count` nominees with published results. */
export function reach(count, revealAt, timeZone, now) {
  const reveal = instantOf(revealAt, timeZone);
  if (reveal <= now) return "This time is past: it hides nothing.";
  const results = `${count} published ${count === 1 ? "result" : "results"}`;
  return `It hides ${results}${reveal ? ` until ${shortTime(reveal, timeZone, now)}` : ""}.`;
}
