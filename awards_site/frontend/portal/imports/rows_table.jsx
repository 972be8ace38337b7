// The rows of a file, with the errors of their cells; on phones, cards with what needs attention.
import { CircleAlert, CircleCheck, Copy } from "lucide-react";
import { useState } from "react";
import { isFaulty } from "./import_requests.js";
import { counted, listed } from "./texts.js";

const SHOWN = 50;

const CELL = "border-b border-line px-3 py-2 align-top text-sm max-sm:border-0 max-sm:px-0 max-sm:py-1";

function stateOf(row, withDuplicates) {
  if (isFaulty(row)) return { Icon: CircleAlert, text: "Errors", className: "text-danger" };
  if (row.duplicate) {
    const text = withDuplicates ? "Ready, a duplicate" : "Duplicate, left out";
    return { Icon: Copy, text, className: "text-gold-ink" };
  }
  return { Icon: CircleCheck, text: "Ready", className: "text-success" };
}

function State({ row, columns, withDuplicates, classes }) {
  const { Icon, text, className } = stateOf(row, withDuplicates);
  const faulty = columns.filter((each) => row.errors[each.key]).map((each) => each.label);
  return (
    <>
      <span className={`flex items-center gap-1.5 font-medium whitespace-nowrap ${className}`}>
        <Icon size={15} aria-hidden="true" className="flex-none" />
        {text}
      </span>
      {row.duplicate && !isFaulty(row) && <p className="mt-0.5 text-xs text-muted">{row.duplicate}</p>}
      {faulty.length > 0 && (
        // Tells of errors that are out of sight; phones have no others.
        <p className="mt-0.5 max-w-40 text-xs text-muted max-sm:hidden">{listed(faulty)}</p>
      )}
      {row.errors[""] && <p className={classes.error}>{row.errors[""]}</p>}
    </>
  );
}

function Cell({ row, column, isName, classes }) {
  const error = row.errors[column.key];
  const text = row.shown[column.key] || (row.cells[column.place] ?? "");
  const onPhones = isName || error ? "max-sm:block" : "max-sm:hidden";
  return (
    <td
      role="cell"
      className={`${CELL} ${onPhones} max-w-64 max-sm:max-w-none ${isName ? "font-medium" : ""} ${
        error ? "bg-danger/5 sm:min-w-56 max-sm:bg-transparent" : "sm:min-w-24"
      }`}
    >
      {!isName && <span className="text-xs text-muted sm:hidden">{column.label}: </span>}
      <span className="line-clamp-2 [overflow-wrap:anywhere] whitespace-pre-line">
        {text || <span className="text-muted">empty</span>}
      </span>
      {error && <span className={`${classes.error} block`}>{error}</span>}
    </td>
  );
}

/** Returns the columns that are imported, and those of further fields that have errors. */
function columnsOf({ columns, fields, rows }) {
  const labels = new Map(fields.map((each) => [each.key, each.label]));
  const mapped = columns.flatMap(({ field }, place) =>
    field ? [{ key: field, label: labels.get(field), place }] : [],
  );
  const keys = new Set(mapped.map((each) => each.key));
  const others = new Set(rows.flatMap((row) => Object.keys(row.errors)).filter((key) => key && !keys.has(key)));
  return [...mapped, ...[...others].map((key) => ({ key, label: labels.get(key) ?? key, place: -1 }))];
}

export function RowsTable({ rows, preview, withDuplicates, classes }) {
  const [limit, setLimit] = useState(SHOWN);
  const columns = columnsOf(preview);
  const heading = "border-b border-line bg-ground px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted";
  const hidden = rows.length - limit;
  return (
    <>
      <div
        tabIndex={0}
        role="region"
        aria-label="Rows of the file"
        className="mt-3 overflow-x-auto rounded-lg border border-line sm:max-h-[60dvh] sm:overflow-y-auto"
      >
        <table role="table" className="w-full border-separate border-spacing-0 max-sm:block">
          <caption className="sr-only">Rows of the file</caption>
          <thead role="rowgroup" className="max-sm:sr-only sm:sticky sm:top-0 sm:z-10">
            <tr role="row">
              <th role="columnheader" scope="col" className={heading}>
                Row
              </th>
              <th role="columnheader" scope="col" className={heading}>
                Result
              </th>
              {columns.map((each) => (
                <th key={each.key} role="columnheader" scope="col" className={heading}>
                  {each.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {rows.slice(0, limit).map((row) => (
              <tr
                key={row.number}
                role="row"
                data-testid="import-row"
                className="max-sm:block max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-2 max-sm:last:border-b-0"
              >
                <th
                  role="rowheader"
                  scope="row"
                  className={`${CELL} text-left font-normal text-muted tabular-nums max-sm:inline-block max-sm:pr-3`}
                >
                  <span className="sm:hidden">Row </span>
                  {row.number}
                </th>
                <td role="cell" className={`${CELL} max-sm:inline-block`}>
                  <State row={row} columns={columns} withDuplicates={withDuplicates} classes={classes} />
                </td>
                {columns.map((column, index) => (
                  <Cell key={column.key} row={row} column={column} isName={index === 0} classes={classes} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <button type="button" className={`${classes.button} mt-3 w-fit flex-none`} onClick={() => setLimit(limit + 4 * SHOWN)}>
          Show {counted(Math.min(hidden, 4 * SHOWN), "more row", "more rows")}
        </button>
      )}
    </>
  );
}
