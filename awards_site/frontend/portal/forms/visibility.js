// What visitors see of the record in a form, in one sentence. `values` are those of the inputs by name.
import { zonedDate } from "../../queries/dates.js";
import { fromLocal } from "../content/block_values.js";

/** "Sat, Dec 19, 8:00 PM EST", with the year if it is another one, and seconds unless they are zero. */
function shortTime(instant, timeZone, now) {
  const [year, thisYear] = [instant, now].map((each) => zonedDate(each, timeZone).year);
  const options = {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
    ...(year !== thisYear && { year: "numeric" }),
    ...(instant % 60_000 && { second: "2-digit" }),
  };
  const text = new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(instant);
  return text.replace("\u202f", " ").replace("GMT", "UTC");
}

const isEmbargo = ({ isWinner, revealAt }) => isWinner === undefined && revealAt !== undefined;

/** Returns what `sentence` needs: the embargoes, the number of results that one hides, or nothing. */
export function pathOf(values) {
  const { year, category } = values;
  if (!isEmbargo(values)) return values.isWinner === undefined ? undefined : "/api/admin/embargoes";
  const filters = { embargo: "results", isPublished: true, year, ...(category && { category }), page: 1, pageSize: 1 };
  return /^\d{4}$/.test(year) ? `/api/nominees?${new URLSearchParams(filters)}` : "";
}

/** Returns what visitors see of a record once it is saved. `found` is what is at `pathOf(values)`. */
export function sentence(values, found, { isDraft, timeZone }, now) {
  const at = (instant) => shortTime(instant, timeZone, now);
  const instantOf = (text) => (text ? Date.parse(fromLocal(text, timeZone)) : NaN);
  const ownReveal = instantOf(values.revealAt);
  if (isEmbargo(values)) {
    if (ownReveal <= now) return "This time is past: it hides nothing.";
    const results = `${found.total} published ${found.total === 1 ? "result" : "results"}`;
    return `It hides ${results}${ownReveal ? ` until ${at(ownReveal)}` : ""}.`;
  }
  // Within its schedule a record is published, but an active cover page has none.
  const isOn = values.isPublished ?? values.is_published ?? values.is_active;
  const times = [values.publishAt ?? values.publish_at, values.unpublishAt ?? values.unpublish_at];
  const [start, end] = times.map((each) => (values.is_active ? NaN : instantOf(each)));
  const who = values.isWinner === undefined ? "it" : "her";
  const visitors = isDraft ? "Once these changes are published, visitors" : "Visitors";
  if (!isOn && !(values.is_active === false && start)) return `${visitors} do not see ${who}.`;
  if (end <= now) return `${visitors} no longer see ${who}.`;

  const from = start > now ? ` from ${at(start)}` : "";
  const until = end ? ` until ${at(end)}` : "";
  const result = (values.isWinner && "Winner") || (values.isFinalist && "Finalist") || "";
  const isMarked = JSON.parse(values.embargoedContent || "[]").length > 0;
  const covering = (found ?? []).filter(
    ({ year, category, revealed }) =>
      String(year) === values.year && (!category || category === values.category) && !revealed.includes(values.recordId),
  );
  const reveals = [ownReveal || 0, ...covering.map(({ revealAt }) => Date.parse(revealAt))];
  const reveal = Math.max(...reveals);
  if (!(result || isMarked) || reveal <= Math.max(now, start || 0)) {
    return `${visitors} see ${who}${result && ` as ${result}`}${from}${until || (from && " on")}.`;
  }
  const hidden = [result && "a result", isMarked && "what is marked"].filter(Boolean).join(" and ");
  const seen = `${visitors} see ${who}${from} without ${hidden}`;
  if (end <= reveal) return `${seen}${until}.`;
  return `${seen} until ${at(reveal)}; then ${result || "all of it"}${until && `,${until}`}.`;
}
