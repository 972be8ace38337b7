import * as Dialog from "@radix-ui/react-dialog";
import { CircleAlert, CircleCheck, Copy, LoaderCircle } from "lucide-react";
import { useRef, useState } from "react";
import { counted, importLabel, isFaulty, listed, saveFaultyRows, summaryOf } from "./import_requests.js";

// What the steps of an import have in common.

/** The part of a step that scrolls, by keyboard, too. */
export function StepBody({ children, ...props }) {
  return (
    <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6" {...props}>
      {children}
    </div>
  );
}

/**
 * The buttons below a step, with the `error` of the last request. Cancel forgets the file, which
 * closing in another way does not; beside other buttons, phones leave it out.
 */
export function StepFoot({ error, classes, onCancel, children }) {
  return (
    <div className={classes.foot}>
      <p role="alert" className="w-full text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
      <Dialog.Close className={`${classes.button} max-sm:not-last:hidden`} onClick={onCancel}>
        Cancel
      </Dialog.Close>
      {children}
    </div>
  );
}

// The rows of a file, with the errors of their cells; on phones, cards with what needs attention.

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

function RowsTable({ rows, preview, withDuplicates, classes }) {
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

// The second step of an import: which field each column of the file is, and what each row becomes.

const MAX_SAMPLES = 2;
// The rows of a longer file are filtered at first, so that its errors are seen.
const SHORT_FILE = 10;
const ORDERS = { true: "Day first", false: "Month first" };
const UNCONFIRMED = "Please confirm this first.";

function samplesOf(rows, place) {
  const cells = rows.map((row) => row.cells[place]?.trim()).filter(Boolean);
  return [...new Set(cells)].slice(0, MAX_SAMPLES);
}

function Column({ place, heading, samples, field, fields, classes, onChoose, asksOrder, dayFirst, onOrder }) {
  const id = `import-column-${place}`;
  return (
    <li className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {heading || `Column ${place + 1}`}
      </label>
      <select
        id={id}
        value={field ?? ""}
        aria-describedby={`${id}-samples ${id}-hint`}
        onChange={(event) => onChoose(event.target.value || null)}
        className={`${classes.input} ${field ? "" : "text-muted!"}`}
      >
        <option value="">Do not import</option>
        {fields.map((each) => (
          <option key={each.key} value={each.key}>
            {each.isRequired ? `${each.label} (required)` : each.label}
          </option>
        ))}
      </select>
      <p id={`${id}-samples`} className="truncate text-xs text-muted">
        {samples.join(" \u00b7 ") || "empty"}
      </p>
      <p id={`${id}-hint`} className={`${classes.help} empty:hidden`}>
        {fields.find((each) => each.key === field)?.hint}
      </p>
      {asksOrder && (
        <label className="block text-sm">
          Dates such as {samples[0]} have
          <select
            value={String(dayFirst ?? "")}
            onChange={(event) => onOrder(event.target.value === "true")}
            className={`${classes.input} mt-1`}
          >
            <option value="" disabled>
              Choose their order
            </option>
            {Object.entries(ORDERS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
    </li>
  );
}

function Check({ id, checked, onChange, classes, children, ...props }) {
  return (
    <label htmlFor={id} className="flex min-h-9 cursor-pointer items-center gap-2 text-sm">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        // A focused box leaves room for its error below.
        className={`${classes.checkbox} scroll-mb-16`}
        {...props}
      />
      {children}
    </label>
  );
}

function Rows({ preview, fileName, withDuplicates, onCheck, classes }) {
  const { rows, faulty, duplicates, canAddDuplicates } = preview;
  const [wanted, setWanted] = useState(null);
  const onlyFaulty = faulty > 0 && (wanted ?? rows.length > SHORT_FILE);
  return (
    <>
      {faulty > 0 && (
        <p className="mt-1 text-sm text-muted">
          Rows with errors are left out. Download them, correct them, and import that file afterwards.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
        {faulty > 0 && (
          <>
            <Check id="only-faulty" checked={onlyFaulty} onChange={setWanted} classes={classes}>
              Only rows with errors
            </Check>
            <button type="button" className={classes.button} onClick={() => saveFaultyRows(preview, fileName)}>
              Download {counted(faulty, "row", "rows")} with errors
            </button>
          </>
        )}
        {duplicates > 0 && canAddDuplicates && (
          <Check
            id="with-duplicates"
            checked={withDuplicates}
            onChange={(checked) => onCheck({ withDuplicates: checked })}
            classes={classes}
          >
            Import duplicates, too
          </Check>
        )}
      </div>
      <RowsTable
        key={onlyFaulty}
        rows={onlyFaulty ? rows.filter(isFaulty) : rows}
        preview={preview}
        withDuplicates={withDuplicates}
        classes={classes}
      />
    </>
  );
}

export function ColumnsStep({
  preview,
  file,
  options,
  classes,
  heading,
  pending,
  error,
  onCancel,
  onBack,
  onCheck,
  onSave,
  ...names
}) {
  const { columns, fields, rows, isUtf8, missing, ready, consent } = preview;
  const { mapping, dayFirst, withDuplicates } = options;
  const [agreed, setAgreed] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState(false);
  const consentBox = useRef(null);
  const isChecking = pending === "checking";
  const isImporting = pending === "importing";
  const byKey = Object.fromEntries(fields.map((each) => [each.key, each]));
  const lacks = missing.length > 0;
  const found = lacks
    ? `Choose a column for ${listed(missing.map((key) => byKey[key].label))}.`
    : summaryOf(preview, withDuplicates);
  // One choice for the file, at the first column whose dates can be read in two orders.
  const openPlace = columns.findIndex((each, place) => each.hasOpenDates && byKey[mapping[place]]?.isTime);

  // A field that another column had is taken from it.
  const choose = (chosen, key) =>
    onCheck({ mapping: mapping.map((each, place) => (place === chosen ? key : each === key ? null : each)) });
  const canSave = ready > 0 && !pending;
  const save = () => {
    if (!canSave) return;
    if (consent && !agreed) {
      setUnconfirmed(true);
      consentBox.current.focus();
    } else onSave(agreed);
  };

  return (
    <>
      <StepBody>
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          What the columns are
        </h3>
        <p className="mt-1 text-sm text-muted">
          {file.name} has {counted(rows.length, "row", "rows")}.{" "}
          {isUtf8 || "It is not UTF-8 and was read as Windows-1252: look at letters with accents."}
        </p>
        <p role="status" data-testid="import-summary" className="mt-2 font-medium tabular-nums">
          {isChecking ? "Checking..." : found}
        </p>
        <ul aria-label="Columns of the file" className="mt-4 grid gap-x-6 gap-y-5 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ heading: name }, place) => (
            <Column
              key={place}
              place={place}
              heading={name}
              asksOrder={place === openPlace}
              dayFirst={dayFirst}
              onOrder={(chosen) => onCheck({ dayFirst: chosen })}
              samples={samplesOf(rows, place)}
              field={mapping[place]}
              fields={fields}
              classes={classes}
              onChoose={(key) => choose(place, key)}
            />
          ))}
        </ul>
        {!lacks && (
          <div aria-busy={isChecking} className="mt-6 aria-busy:opacity-60">
            <h3 className={classes.heading}>What will be imported</h3>
            <Rows
              preview={preview}
              fileName={file.name}
              withDuplicates={withDuplicates}
              onCheck={onCheck}
              classes={classes}
            />
          </div>
        )}
        {consent && (
          <div className="mt-5 rounded-lg border border-gold bg-gold/10 p-3">
            <Check
              id="import-consent"
              ref={consentBox}
              checked={agreed}
              onChange={(checked) => {
                setAgreed(checked);
                setUnconfirmed(false);
              }}
              aria-invalid={unconfirmed}
              aria-describedby="import-consent-error"
              classes={classes}
            >
              {consent}
            </Check>
            <p id="import-consent-error" role="alert" className={`${classes.error} empty:hidden`}>
              {unconfirmed && UNCONFIRMED}
            </p>
          </div>
        )}
      </StepBody>
      <StepFoot error={error} classes={classes} onCancel={onCancel}>
        <button type="button" className={classes.button} onClick={onBack}>
          Choose another file
        </button>
        {/* It keeps the focus while the rows are imported. */}
        <button
          type="button"
          className={`${classes.submit} ${canSave || isImporting ? "" : "cursor-not-allowed! opacity-50!"}`}
          aria-disabled={!canSave}
          aria-busy={isImporting}
          onClick={save}
        >
          {isImporting && <LoaderCircle size={16} className="animate-spin motion-reduce:animate-none" />}
          {isImporting ? "Importing..." : importLabel(ready, names)}
        </button>
      </StepFoot>
    </>
  );
}
