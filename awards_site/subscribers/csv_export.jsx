// The button that exports the matching records of a list, from all of its pages, as a CSV file.
import { useState } from "react";
import { isoDay, zonedDate } from "$/public/external/awards_site/ui/queries/dates/dates.js";
import { renewing, request } from "$/public/external/awards_site/ui/queries/request/request.js";

/** Returns all records that match the URL's query, in the order of the list. */
async function fetchMatching(path) {
  const response = await renewing(() => request("GET", `${path}${window.location.search}`));
  return response.json();
}

const dayIn = (zone, instant) => isoDay(zonedDate(instant, zone));

function save(text, name) {
  // The byte order mark tells Excel that the file is UTF-8.
  const file = new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" });
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(file),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

export function CsvExport({
  path,
  columns,
  dates,
  only,
  optional,
  zone,
  name,
  className,
  onFailed,
  children,
}) {
  const [busy, setBusy] = useState(false);

  const cell = (record, key) => (dates.includes(key) ? dayIn(zone, record[key]) : record[key]);

  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const [{ default: Papa }, found] = await Promise.all([import("papaparse"), fetchMatching(path)]);
      const records = found.filter((record) => record[only]);
      const used = Object.entries(optional).filter(([, key]) => records.some((record) => record[key]));
      const shown = [...Object.entries(columns), ...used];
      const data = records.map((record) => shown.map(([, key]) => cell(record, key)));
      const table = { fields: shown.map(([heading]) => heading), data };
      const text = Papa.unparse(table, { escapeFormulae: true, newline: "\r\n" }).trimEnd();
      save(`${text}\r\n`, `${name}_${dayIn(zone, new Date())}.csv`);
    } catch (error) {
      onFailed(error.reason ?? error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <button
      type="button"
      onClick={start}
      aria-disabled={busy}
      aria-busy={busy}
      className={className}
    >
      {children}
      {busy ? "Exporting..." : "Export CSV"}
    </button>
  );
}
