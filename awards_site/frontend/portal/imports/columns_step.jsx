import * as Dialog from "@radix-ui/react-dialog";
import { CircleAlert, CircleCheck, Copy, LoaderCircle } from "lucide-react";
import { useRef, useState } from "react";
import { counted, importLabel, isFaulty, listed, saveFaultyRows, summaryOf } from "./import_requests.js";

// What the steps of an import have in common.

/** The part of a step that scrolls, by keyboard, too. */
export function StepBody({ children, ...props }) {
  return (
    <div tabIndex={0} className="dialog-body p-5 sm:p-6" {...props}>
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
// The minimum length of a text that gets several lines.
const LONG_TEXT = 24;

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
      <p id={`import-row-${row.number}`} className={`${classes.error} empty:hidden`}>
        {row.errors[""]}
      </p>
    </>
  );
}

/**
 * A faulty cell is an input, and stays one when it is corrected, so that it keeps the focus. The error of
 * what is not checked yet is unknown; if it is wrong again, that is read again.
 */
function Cell({ row, column, isName, typed = {}, checked = {}, isLocked, classes, onCorrect }) {
  const { key, label, place } = column;
  const error = row.errors[key];
  const isFaultyCell = Boolean(error || row.errors[""]);
  const isInput = place >= 0 && (isFaultyCell || place in typed);
  const text = (isInput ? typed[place] : row.shown[key]) ?? row.cells[place] ?? "";
  const isLong = text.length > LONG_TEXT || text.includes("\n");
  const isStale = typed[place] !== checked[place];
  const id = `import-cell-${row.number}-${place}`;
  return (
    <td
      role="cell"
      className={`${CELL} ${isName || error || isInput ? "max-sm:block" : "max-sm:hidden"} max-w-64 max-sm:max-w-none ${
        isName ? "font-medium" : ""
      } ${error || isInput ? "sm:min-w-56" : "sm:min-w-24"}`}
    >
      {(!isName || isInput) && <span className="text-xs text-muted sm:hidden">{label}: </span>}
      {isInput ? (
        <textarea
          rows={isLong ? 3 : 1}
          value={text}
          readOnly={isLocked}
          aria-label={`${label}, row ${row.number}`}
          aria-invalid={isFaultyCell}
          aria-describedby={`${id} import-row-${row.number}`}
          onChange={(event) => onCorrect(row.number, place, event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && !isLong && event.preventDefault()}
          // Not below the heading of the table.
          className={`${classes.input} scroll-mt-12`}
        />
      ) : (
        <span className="line-clamp-2 [overflow-wrap:anywhere] whitespace-pre-line">
          {text || <span className="text-muted">empty</span>}
        </span>
      )}
      {(error || isInput) && (
        <p id={id} aria-live="polite" className={isStale ? classes.help : classes.error}>
          {isStale ? "Checking..." : error}
        </p>
      )}
    </td>
  );
}

/** Returns the columns that are imported, those of cells without a heading, and further fields with errors. */
function columnsOf({ columns, fields, rows }, corrections) {
  const labels = new Map(fields.map((each) => [each.key, each.label]));
  const mapped = columns.flatMap(({ field }, place) =>
    field ? [{ key: field, label: labels.get(field), place }] : [],
  );
  const isExtra = ({ number, cells }, place) =>
    place >= columns.length && (cells[place].trim() || place in (corrections[number] ?? {}));
  const extra = new Set(rows.flatMap((row) => [...row.cells.keys()].filter((place) => isExtra(row, place))));
  for (const place of extra) mapped.push({ key: `extra ${place}`, label: `Column ${place + 1}`, place });
  const keys = new Set(mapped.map((each) => each.key));
  const others = new Set(rows.flatMap((row) => Object.keys(row.errors)).filter((key) => key && !keys.has(key)));
  return [...mapped, ...[...others].map((key) => ({ key, label: labels.get(key) ?? key, place: -1 }))];
}

function RowsTable({ rows, preview, withDuplicates, corrections, checked, ...cell }) {
  const [chosen, setLimit] = useState(SHOWN);
  const limit = Math.max(chosen, rows.findIndex(isFaulty) + 1);
  const columns = columnsOf(preview, corrections);
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
                  <State row={row} columns={columns} withDuplicates={withDuplicates} classes={cell.classes} />
                </td>
                {columns.map((column, index) => (
                  <Cell
                    key={column.key}
                    row={row}
                    column={column}
                    isName={index === 0}
                    typed={corrections[row.number]}
                    checked={checked[row.number]}
                    {...cell}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <button type="button" className={`${cell.classes.button} mt-3 w-fit flex-none`} onClick={() => setLimit(limit + 4 * SHOWN)}>
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
        {!asksOrder && dayFirst !== null && `. Read here with the ${dayFirst ? "day" : "month"} first.`}
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

function Rows({ preview, fileName, withDuplicates, onCheck, ...table }) {
  const { rows, faulty, duplicates, canAddDuplicates } = preview;
  const { classes, corrections } = table;
  const [wanted, setWanted] = useState(null);
  // Corrected rows stay, too.
  const shown = rows.filter((row) => isFaulty(row) || corrections[row.number]);
  const onlyFaulty = shown.length > 0 && (wanted ?? rows.length > SHORT_FILE);
  return (
    <>
      {faulty > 0 && (
        <p className="mt-1 text-sm text-muted">
          Correct them here. Rows that are left out can be downloaded; imported later, they join this import.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
        {shown.length > 0 && (
          <Check id="only-faulty" checked={onlyFaulty} onChange={setWanted} classes={classes}>
            Only rows with errors
          </Check>
        )}
        {faulty > 0 && (
          <button type="button" className={classes.button} onClick={() => saveFaultyRows(preview, fileName)}>
            Download {counted(faulty, "row", "rows")} with errors
          </button>
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
        rows={onlyFaulty ? shown : rows}
        preview={preview}
        withDuplicates={withDuplicates}
        {...table}
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
  corrections,
  checked,
  onCorrect,
  onCancel,
  onBack,
  onCheck,
  onSave,
  ...names
}) {
  const { columns, fields, rows, isUtf8, missing, ready, faulty, consent, corrects } = preview;
  const { mapping, withDuplicates } = options;
  const [agreed, setAgreed] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState(false);
  const consentBox = useRef(null);
  const rowsPart = useRef(null);
  const isChecking = pending === "checking";
  const isImporting = pending === "importing";
  const byKey = Object.fromEntries(fields.map((each) => [each.key, each]));
  const lacks = missing.length > 0;
  const found = lacks
    ? `Choose a column for ${listed(missing.map((key) => byKey[key].label))}.`
    : summaryOf(preview, withDuplicates);
  // One choice for the file, at the first column whose dates can be read in two orders.
  const openPlace = columns.findIndex((each) => each.hasOpenDates);

  // A field that another column had is taken from it.
  const choose = (chosen, key) =>
    onCheck({ mapping: mapping.map((each, place) => (place === chosen ? key : each === key ? null : each)) });
  const isUnchecked = corrections !== checked.corrections;
  const canSave = ready > 0 && !pending && !isUnchecked;
  const isRefused = error && isUnchecked && !pending;
  const save = () => {
    if (isRefused) onCheck();
    if (!canSave) return;
    if (consent && !agreed) {
      setUnconfirmed(true);
      consentBox.current.focus();
    } else onSave(agreed);
  };

  const focusFaulty = (event) => {
    event.preventDefault();
    rowsPart.current.querySelector("[aria-invalid=true]")?.focus();
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
        {!lacks && faulty > 0 && (
          <a href="#import-rows" onClick={focusFaulty} className="inline-block min-h-6 text-sm underline underline-offset-4">
            {counted(faulty, "row needs", "rows need")} a correction
          </a>
        )}
        {corrects > 0 && (
          <p className="mt-2 text-sm">
            These rows join the import of {counted(corrects, names.label, names.plural)} that left them out: one Undo
            removes all.
          </p>
        )}
        <ul aria-label="Columns of the file" className="mt-4 grid gap-x-6 gap-y-5 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ heading: name, dayFirst: isDayFirst }, place) => (
            <Column
              key={place}
              place={place}
              heading={name}
              asksOrder={place === openPlace}
              dayFirst={isDayFirst}
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
          <div id="import-rows" ref={rowsPart} aria-busy={isChecking} className="mt-6 aria-busy:opacity-60">
            <h3 className={classes.heading}>What will be imported</h3>
            <Rows
              preview={preview}
              fileName={file.name}
              withDuplicates={withDuplicates}
              corrections={corrections}
              checked={isRefused ? corrections : checked.corrections}
              isLocked={isImporting}
              onCorrect={onCorrect}
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
          className={`${classes.submit} ${canSave || isRefused || isImporting ? "" : "cursor-not-allowed! opacity-50!"}`}
          aria-disabled={!canSave && !isRefused}
          aria-busy={isImporting}
          onClick={save}
        >
          {isImporting && <LoaderCircle size={16} className="animate-spin motion-reduce:animate-none" />}
          {isImporting ? "Importing..." : isRefused ? "Check again" : importLabel(preview, names)}
        </button>
      </StepFoot>
    </>
  );
}
