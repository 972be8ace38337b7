// The kinds of a content block's values; awards_site/features/content/admin_editor.py tells that of each field.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns the value of a field in an object, or its default where the key is left out. */
export const valueOf = ({ key, default: value }, object) => (object[key] === undefined ? value : object[key]);

/** Returns ISO 8601 text in milliseconds, or NaN; like in Python, a time without an offset is UTC. */
export function instantOf(text) {
  // A time that clocks skip has the name of its zone, see `fromLocal`.
  const [time] = String(text).split("[");
  const isWithoutOffset = /\d[T ]\d\d:[\d:.]*$/i.test(time);
  return Date.parse(isWithoutOffset ? `${time}Z` : time);
}

/**
 * What is particular to each kind. `input` names the component of a single value, in `block_inputs.jsx`. `isSame`
 * compares values that are not identical, `misfit` says why a form cannot show a value, and `newValue` is that of
 * a new list item.
 */
export const KINDS = {
  line: { input: "TextInput", isText: true },
  text: { input: "TextArea", isText: true },
  markdown: { input: "MarkdownArea" },
  link: { input: "LinkInput" },
  image: { input: "ImageInput" },
  number: { input: "NumberInput", newValue: () => null },
  switch: {
    input: "Switch",
    isNeverEmpty: true,
    misfit: (_field, value, place) => (typeof value === "boolean" ? "" : `${place} must be true or false.`),
    newValue: () => false,
  },
  choice: {
    input: "Select",
    misfit({ choices }, value, place) {
      const values = choices.map((each) => each.value);
      return values.includes(value) ? "" : `${place} must be one of: ${values.join(", ")}.`;
    },
    newValue: ({ choices }) => choices[0].value,
  },
  datetime: {
    input: "DateTimeInput",
    help: (timeZone) => `In the time zone ${timeZone}.`,
    isSame: (_field, one, other) => instantOf(one) === instantOf(other),
    misfit: (_field, value, place) =>
      Number.isNaN(instantOf(value)) ? `${place} must be an ISO 8601 date and time.` : "",
  },
  group: {
    isSame: ({ fields }, one, other) =>
      isObject(one) &&
      isObject(other) &&
      fields.every((each) => isSame(each, valueOf(each, one), valueOf(each, other))),
    misfit: ({ fields }, value, place) =>
      isObject(value) ? misfit(fields, value, `${place}.`) : `${place} must be an object.`,
    newValue: ({ fields }) => Object.fromEntries(fields.map((each) => [each.key, newValue(each)])),
  },
  list: {
    isSame: ({ item }, one, other) =>
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, index) => isSame(item, each, other[index])),
    misfit({ item }, value, place) {
      if (!Array.isArray(value)) return `${place} must be a list.`;
      return firstOf(value.map((each, index) => misfitOfItem(item, each, `${place}.${index}`)));
    },
    newValue: ({ item, min }) => Array.from({ length: min }, () => newValue(item)),
  },
};

/** Returns whether two values of a field are equal; dates are if they are the same instant. */
export const isSame = (field, one, other) => one === other || Boolean(KINDS[field.kind].isSame?.(field, one, other));

const firstOf = (texts) => texts.find(Boolean) ?? "";

/** Returns in a sentence why a form cannot show a content, or "" if it can. */
export function misfit(fields, content, prefix = "") {
  const unknown = Object.keys(content).find((key) => !fields.some((field) => field.key === key));
  if (unknown !== undefined) return `${prefix}${unknown} is not a key of this section.`;
  return firstOf(fields.map((field) => misfitOfValue(field, content[field.key], `${prefix}${field.key}`)));
}

function misfitOfValue(field, value, place) {
  if (value === undefined || value === null) return "";
  const kind = KINDS[field.kind];
  if (kind.input && typeof value === "object") return `${place} must be a single value.`;
  return kind.misfit?.(field, value, place) ?? "";
}

const misfitOfItem = (field, value, place) =>
  value === null ? `${place} must not be null.` : misfitOfValue(field, value, place);

/** Returns the value of a field in a new list item. */
export function newValue(field) {
  if (field.default !== null) return field.default;
  const make = KINDS[field.kind].newValue ?? (({ required }) => (required ? "" : null));
  return make(field);
}
