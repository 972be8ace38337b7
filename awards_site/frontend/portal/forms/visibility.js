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

/**
 * Returns where what `sentence` needs is: the embargoes and the nominee, what an embargo does, or nothing.
 * Returns null while the form does not say which.
 */
export function pathsOf(values) {
  const { year, category, recordId } = values;
  if (!isEmbargo(values)) {
    if (values.isWinner === undefined) return [];
    return ["/api/admin/embargoes", ...(Number(recordId) ? [`/api/nominees/${recordId}`] : [])];
  }
  const about = new URLSearchParams({ year, ...(category && { category }) });
  return /^\d{4}$/.test(year) ? [`/api/admin/embargoes/effect?${about}`] : null;
}

const counted = (count) => `${count || "no"} published ${count === 1 ? "result" : "results"}`;

/** Returns what visitors see of a record once it is saved. `found` is what is at `pathsOf(values)`. */
export function sentence(values, found, { isDraft, timeZone }, now) {
  const at = (instant) => shortTime(instant, timeZone, now);
  const instantOf = (text) => (text ? Date.parse(fromLocal(text, timeZone)) : NaN);
  const ownReveal = instantOf(values.revealAt);
  if (isEmbargo(values)) {
    if (ownReveal <= now) return "This time is past: it hides nothing.";
    const [{ hides, revealed }] = found;
    const until = ownReveal ? ` until ${at(ownReveal)}` : "";
    const byHand = revealed ? ` ${revealed} ${revealed === 1 ? "was" : "were"} revealed by hand.` : "";
    return `It hides ${counted(hides)}${until}.${byHand}`;
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
  const [embargoes = [], { revealed = [] } = {}] = found;
  const isMarked = JSON.parse(values.embargoedContent || "[]").some((each) => !revealed.includes(each));
  const isHidden = result && !revealed.includes(result.toLowerCase());
  // Of a winner who was revealed as a finalist, visitors see a finalist.
  const seenAs = (!isHidden && result) || (values.isWinner && revealed.includes("finalist") && "Finalist") || "";
  const covering = embargoes.filter(
    ({ year, category }) => String(year) === values.year && (!category || category === values.category),
  );
  const reveals = [ownReveal || 0, ...covering.map(({ revealAt }) => Date.parse(revealAt))];
  const reveal = Math.max(...reveals);
  if (!(isHidden || isMarked) || reveal <= Math.max(now, start || 0)) {
    return `${visitors} see ${who}${result && ` as ${result}`}${from}${until || (from && " on")}.`;
  }
  const hidden = [isHidden && !seenAs && "a result", isMarked && "what is marked"].filter(Boolean).join(" and ");
  const seen = `${visitors} see ${who}${seenAs && ` as ${seenAs}`}${from}${hidden && ` without ${hidden}`}`;
  if (end <= reveal) return `${seen}${until}.`;
  return `${seen} until ${at(reveal)}; then ${(isHidden && result) || "all of it"}${until && `,${until}`}.`;
}
