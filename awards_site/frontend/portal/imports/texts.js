// The texts of the import's dialog.

const grouped = (number) => number.toLocaleString("en");

/** Returns a number of records, such as "1 nominee" or "1,200 nominees". */
export const counted = (number, singular, plural) =>
  `${grouped(number)} ${number === 1 ? singular : plural}`;

/** Returns the label of the button that imports, such as "Import 7 nominees as drafts". */
export function importLabel(ready, { label, plural, drafts }) {
  if (ready === 0) return "Nothing to import";
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
