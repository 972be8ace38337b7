// The button that exports the matching subscribers, from all pages of the list, or the selected ones as
// a CSV file.
import { ExportButton, fetchRecords } from "$/public/external/awards_site/admin/lists/export/export.jsx";
import { isoDay, zonedDate } from "$/public/external/awards_site/ui/queries/dates/dates.js";

const dayIn = (zone, instant) => isoDay(zonedDate(instant, zone));

export function CsvExport({ path, columns, dates, only, optional, zone, name, ...button }) {
  const cell = (record, key) => (dates.includes(key) ? dayIn(zone, record[key]) : record[key]);

  const makeFile = async (ids) => {
    const [{ default: Papa }, response] = await Promise.all([
      import("papaparse"),
      fetchRecords(path, ids),
    ]);
    const records = (await response.json()).filter((record) => record[only]);
    const used = Object.entries(optional).filter(([, key]) => records.some((record) => record[key]));
    const shown = [...Object.entries(columns), ...used];
    const data = records.map((record) => shown.map(([, key]) => cell(record, key)));
    const table = { fields: shown.map(([heading]) => heading), data };
    const text = Papa.unparse(table, { escapeFormulae: true, newline: "\r\n" }).trimEnd();
    // The byte order mark tells Excel that the file is UTF-8.
    const content = new Blob(["\ufeff", `${text}\r\n`], { type: "text/csv;charset=utf-8" });
    return { content, name: `${name}_${dayIn(zone, new Date())}.csv` };
  };

  return <ExportButton {...button} makeFile={makeFile} />;
}
