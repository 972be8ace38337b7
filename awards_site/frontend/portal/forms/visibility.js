// What visitors see of the record in a form, in one sentence.
import { zonedDate } from "../../queries/dates.js";
import { fromLocal } from "../content/block_values.js";

/** "Sat, Dec 19, 8:00 PM EST", with the year if it is another one, and seconds unless they are zero. */
export function shortTime(instant, timeZone, now) {
  const [year, thisYear] = [instant, now].map((each) => zonedDate(each, timeZone).year);
  const options = {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
    ...(year !== thisYear && { year: "numeric" }),
    ...(instant % 60_000 && { second: "2-digit" }),
  };
  const text = new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(instant);
  return text.replace("\u202f", " ").replace("GMT", "UTC");
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
export function sentence(values, { flag, embargoes, isDraft, timeZone }, now) {
  const isCover = flag === "is_active";
  const names = flag.includes("_") ? ["publish_at", "unpublish_at"] : ["publishAt", "unpublishAt"];
  const [start, end] = names.map((name) => (isCover && values[flag] ? NaN : instantOf(values[name], timeZone)));
  const who = values.isWinner === undefined ? "it" : "her";
  const visitors = isDraft ? "Once these changes are published, visitors" : "Visitors";
  if (!values[flag] && !(isCover && start)) return `${visitors} do not see ${who}.`;
  if (end <= now) return `${visitors} no longer see ${who}.`;

  const at = (instant) => shortTime(instant, timeZone, now);
  const from = start > now ? ` from ${at(start)}` : "";
  const until = end ? ` until ${at(end)}` : "";
  const result = (values.isWinner && "Winner") || (values.isFinalist && "Finalist") || "";
  const isMarked = JSON.parse(values.embargoedContent || "[]").length > 0;
  const reveal = revealOf(values, embargoes, timeZone);
  if (!(result || isMarked) || reveal <= Math.max(now, start || 0)) {
    return `${visitors} see ${who}${result && ` as ${result}`}${from}${until || (from && " on")}.`;
  }
  const hidden = [result && "a result", isMarked && "what is marked"].filter(Boolean).join(" and ");
  const seen = `${visitors} see ${who}${from} without ${hidden}`;
  if (end <= reveal) return `${seen}${until}.`;
  return `${seen} until ${at(reveal)}; then ${result || "all of it"}${until && `,${until}`}.`;
}

/** Returns what an embargo does to `count` nominees with published results. */
export function reach(count, revealAt, timeZone, now) {
  const reveal = instantOf(revealAt, timeZone);
  if (reveal <= now) return "This time is past: it hides nothing.";
  const results = `${count} published ${count === 1 ? "result" : "results"}`;
  return `It hides ${results}${reveal ? ` until ${shortTime(reveal, timeZone, now)}` : ""}.`;
}
