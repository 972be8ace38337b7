// The values of a content block's form: a section's content over the block's defaults, and back.
// Fields have the shape of `BlockField` in awards_site/features/content/admin_editor.py.
import { timeOfDay, zonedDate, zoneName } from "../../queries/dates.js";
import { KINDS, instantOf, isSame, valueOf } from "./block_kinds.js";

/** Returns the part of a section's content that differs from the block's defaults. */
export function overrides({ fields, defaults }, content) {
  const changed = fields
    .filter(({ key }) => content[key] !== undefined)
    .filter((field) => !isSame(field, content[field.key], defaults[field.key]));
  return Object.fromEntries(changed.map(({ key }) => [key, content[key]]));
}

/** Returns the content of a section as the JSON text that is stored, formatted like `format_json`. */
export const toText = (content) => JSON.stringify(content, null, 2);

/** Returns a section's JSON text in which a function has changed the value of a field. */
export function changed(block, text, field, update) {
  const content = JSON.parse(text);
  const value = update(valueOf(field, { ...block.defaults, ...content }));
  return toText(overrides(block, { ...content, [field.key]: value }));
}

/** Returns a list with the item at `from` moved to `to`. */
export function moved(list, from, to) {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}

const NAME_KEYS = ["title", "name"];

/** Returns what a list item is called when it is collapsed: its title, its name, or its first text. */
export function summary({ fields }, value) {
  const texts = fields.filter((each) => KINDS[each.kind].isText).map((each) => each.key);
  const keys = [...NAME_KEYS.filter((key) => texts.includes(key)), ...texts];
  return keys.map((key) => value?.[key]).find((text) => typeof text === "string" && text.trim() !== "") ?? "";
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns the milliseconds that a zone is ahead of UTC at an instant in milliseconds. */
function offsetAt(instant, timeZone) {
  const { year, month, day, hour, minute } = zonedDate(instant, timeZone);
  const local = Date.UTC(year, month - 1, day, hour, minute);
  return local - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

/** Returns an ISO 8601 instant as the value of a `datetime-local` input in a time zone. */
export function toLocal(iso, timeZone) {
  if (String(iso).endsWith("]")) return iso.split("[")[0];
  const instant = instantOf(iso);
  if (Number.isNaN(instant)) return "";
  const local = new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 19);
  return local.endsWith(":00") ? local.slice(0, 16) : local;
}

/** Returns the offsets in milliseconds of the times that a `datetime-local` value can be in a zone, the first one first. */
function offsetsOf(text, timeZone) {
  const local = Date.parse(`${text}Z`);
  const around = [local - DAY_MS, local + DAY_MS].map((instant) => offsetAt(instant, timeZone));
  return [...new Set(around)].filter((offset) => offsetAt(local - offset, timeZone) === offset);
}

/**
 * Returns the value of a `datetime-local` input in a time zone as ISO 8601, the first of two such times; other
 * texts unchanged. One that clocks skip gets the zone's name, and is refused by the API.
 */
export function fromLocal(text, timeZone) {
  if (Number.isNaN(Date.parse(`${text}Z`))) return text;
  const [first] = offsetsOf(text, timeZone);
  if (first === undefined) return `${text}[${timeZone}]`;
  const offset = first / MINUTE_MS;
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const digits = (number) => String(number).padStart(2, "0");
  return `${text.length > 16 ? text : `${text}:00`}${offset < 0 ? "-" : "+"}${digits(hours)}:${digits(minutes)}`;
}

/** Returns which time is meant if a `datetime-local` value is there twice, or "". */
export function noteOf(text, timeZone) {
  if (Number.isNaN(Date.parse(`${text}Z`)) || offsetsOf(text, timeZone).length < 2) return "";
  const instant = Date.parse(fromLocal(text, timeZone));
  return `${timeOfDay(zonedDate(instant, timeZone))} is there twice that day. The first one is meant (${zoneName(instant, timeZone)}).`;
}
