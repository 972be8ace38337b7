import { csvOf, saveFile } from "../lists/csv.js";
import { renewing, request } from "../../queries/request.js";

// The requests of an import, and the file with the rows that could not be imported.

/** Resolves to the file in memory, so that it stays as it was chosen. */
export async function inMemory(file) {
  return new File([await file.arrayBuffer()], file.name, { type: "text/csv" });
}

/** Returns a random text that nobody has used, also where the page is not served with HTTPS. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("-");
}

/** Sends the file, and resolves to the preview of the import or, unless `dryRun`, to the import. */
export async function sendFile(path, file, options) {
  const form = new FormData();
  form.append("file", file);
  for (const [name, value] of Object.entries(options)) {
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const response = await renewing(() => request("POST", path, form));
  return response.json();
}

/** Resolves to the newest imports that can be undone. */
export async function recentImports(path, signal) {
  return (await request("GET", `${path}?limit=5`, undefined, { signal })).json();
}

const fileName = (name) => `${name.replace(/\.[^.]*$/, "") || "rows"}-errors.csv`;

const isErrors = (heading) => /^Error( \(import \w+\))?$/.test(heading);

/**
 * Returns the faulty rows of a preview below the headings, with a column "Error". Its heading names the
 * import that leaves them out, to which records/imports/file.py adds them later.
 */
function faultyCells(preview) {
  const labels = Object.fromEntries(preview.fields.map((each) => [each.key, each.label]));
  const headings = preview.columns.map((each) => each.heading);
  // A file that was saved so before has the column already.
  const kept = headings.map((_, place) => place).filter((place) => !isErrors(headings[place]));
  const rows = preview.rows
    .filter(isFaulty)
    .map((row) => [...kept.map((place) => row.cells[place] ?? ""), messagesOf(row, labels).join("; ")]);
  return [[...kept.map((place) => headings[place]), `Error (import ${preview.origin})`], ...rows];
}

/** Saves the faulty rows of a preview as a CSV file like the chosen one. */
export async function saveFaultyRows(preview, name) {
  const content = await csvOf(faultyCells(preview), preview.separator);
  saveFile({ content, name: fileName(name) });
}

export const isFaulty = (row) => Object.keys(row.errors).length > 0;

/** Returns the messages of a row; those that do not begin with their field's label get it. */
function messagesOf({ errors }, labels) {
  return Object.entries(errors).map(([key, message]) => {
    const label = labels[key];
    return !label || message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`;
  });
}

// The texts of the import's dialog.

const grouped = (number) => number.toLocaleString("en");

/** Returns a number of records, such as "1 nominee" or "1,200 nominees". */
export const counted = (number, singular, plural) =>
  `${grouped(number)} ${number === 1 ? singular : plural}`;

/** Returns the label of the button that imports, such as "Import 7 nominees as drafts", or what is missing. */
export function importLabel({ ready, missing, columns, faulty }, { label, plural, drafts }) {
  if (missing.length > 0) return `Choose ${counted(missing.length, "more column", "more columns")}`;
  if (ready === 0 && columns.some((each) => each.hasOpenDates && each.dayFirst === null)) {
    return "Choose the order of dates";
  }
  if (ready === 0) return faulty > 0 ? "Correct a row to import it" : "All rows are duplicates";
  const as = drafts ? (ready === 1 ? " as a draft" : " as drafts") : "";
  return `Import ${counted(ready, label, plural)}${as}`;
}

/** Returns what a preview has found: "193 rows are ready, 7 have errors." */
export function summaryOf({ ready, faulty, duplicates }, withDuplicates) {
  const parts = [`${counted(ready, "row is", "rows are")} ready`];
  if (faulty) parts.push(`${grouped(faulty)} ${faulty === 1 ? "has" : "have"} errors`);
  if (duplicates) {
    const what = duplicates === 1 ? "is a duplicate" : "are duplicates";
    parts.push(`${grouped(duplicates)} ${what}${withDuplicates ? "" : " and left out"}`);
  }
  return `${parts.join(", ")}.`;
}

/** Returns labels as a list: "Name, Bio and Title". */
export function listed(labels) {
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
