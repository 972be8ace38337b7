// The buttons that export the matching subscribers, from all pages of the list, or the selected ones as
// a file, without those who have not confirmed their address.
import { csvOf } from "../lists/csv.js";
import { fetchRecords, useExport } from "../lists/export.jsx";
import { isoDay, zonedDate } from "../../queries/dates.js";

function toCsv(subscribers, dayOf) {
  const columns = {
    Email: ({ email }) => email,
    "Date Subscribed": ({ createdAt }) => dayOf(createdAt),
    // Without a mail server, nobody has one.
    ...(subscribers.some((each) => each.unsubscribeUrl) && {
      "Unsubscribe URL": ({ unsubscribeUrl }) => unsubscribeUrl,
    }),
  };
  const rows = subscribers.map((each) => Object.values(columns).map((cell) => cell(each) ?? ""));
  return csvOf([Object.keys(columns), ...rows]);
}

const toJson = (subscribers) => new Blob([JSON.stringify(subscribers)], { type: "application/json" });

const FORMATS = { csv: toCsv, json: toJson };

function ExportButton({ format, path, zone, className, onFailed, children }) {
  const [busy, start] = useExport(onFailed);
  const dayOf = (instant) => isoDay(zonedDate(instant, zone));

  const makeFile = async (ids) => {
    const found = await (await fetchRecords(path, ids)).json();
    const content = await FORMATS[format](found.filter((each) => each.isConfirmed), dayOf);
    return { content, name: `subscribers_${dayOf(new Date())}.${format}` };
  };

  return (
    <button
      type="button"
      onClick={() => start(makeFile)}
      aria-disabled={busy}
      aria-busy={busy}
      className={className}
    >
      {children}
      {busy ? "Exporting..." : `Export ${format.toUpperCase()}`}
    </button>
  );
}

/** Takes the API's `path`, and the time `zone` of the days in the file and its name. */
export function SubscriberExport({ className, ...props }) {
  return (
    <div className="flex gap-2">
      <ExportButton {...props} format="csv" className={className} />
      {/* A phone has space for one of them. */}
      <ExportButton {...props} format="json" className={`${className} max-sm:hidden`} />
    </div>
  );
}
