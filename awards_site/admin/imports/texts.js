// The texts of the import's dialog.

const grouped = (number) => number.toLocaleString("en");

/** "an event", "a nominee" */
export const withArticle = (noun) => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** Returns a number of records, such as "1 nominee" or "1,200 nominees". */
export const counted = (number, singular, plural) =>
  `${grouped(number)} ${number === 1 ? singular : plural}`;

/** Returns how records become drafts, such as " as a draft", or "" if they do not. */
export const asDrafts = (number, drafts) => (drafts ? (number === 1 ? " as a draft" : " as drafts") : "");

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
