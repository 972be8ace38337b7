// CSV files that are made in the browser, without formulas, and how files are saved.

const FORMULA = /(?<![\s\0-\x20\x85\ufeff"',;|])[\s\0-\x20\x85\ufeff"',;|]*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Returns a cell without formulas; see core/http/csv_files.py, which has the same test cases. */
export function harmless(cell) {
  const text = cell.replace(FORMULA, (before, start) =>
    start === 0 || /[^ \xa0']/.test(before) ? `${before}'` : before,
  );
  return /^'*[\t\r]/.test(text) ? `'${text}` : text;
}

/** Resolves to the content of a file with these rows of texts. */
export async function csvOf(rows, delimiter = ",") {
  const { default: Papa } = await import("papaparse");
  const text = Papa.unparse(
    rows.map((row) => row.map(harmless)),
    { delimiter, newline: "\r\n" },
  );
  // The byte order mark tells Excel that the file is UTF-8.
  return new Blob(["\ufeff", text, "\r\n"], { type: "text/csv;charset=utf-8" });
}

export function saveFile({ content, name }) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(content),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}
