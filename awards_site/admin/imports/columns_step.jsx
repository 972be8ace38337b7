// The second step of an import: which field each column of the file is.
import { ArrowRight } from "lucide-react";
import { NextButton, StepBody, StepFoot } from "./step.jsx";
import { counted, listed, withArticle } from "./texts.js";

const MAX_SAMPLES = 2;

function samplesOf(rows, place) {
  const cells = rows.map((row) => row.cells[place]?.trim()).filter(Boolean);
  return [...new Set(cells)].slice(0, MAX_SAMPLES);
}

const ORDERS = { true: "Day first", false: "Month first" };

function Column({ place, column, samples, field, fields, classes, isTwice, onChoose, asksOrder, dayFirst, onOrder }) {
  const { heading } = column;
  const id = `import-column-${place}`;
  const chosen = fields.find((each) => each.key === field);
  const note = isTwice ? `${chosen.label} is chosen for two columns` : chosen?.hint;
  return (
    <li className="grid items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-sm font-medium">
          {heading || `Column ${place + 1}`}
        </label>
        <p className="mt-0.5 truncate text-xs text-muted">{samples.join(" \u00b7 ") || "empty"}</p>
      </div>
      <ArrowRight size={16} aria-hidden="true" className="mt-3 text-muted max-sm:hidden" />
      <div className="min-w-0">
        <select
          id={id}
          value={field ?? ""}
          aria-invalid={isTwice}
          aria-describedby={`${id}-note`}
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
        <p id={`${id}-note`} className={`${isTwice ? classes.error : classes.help} empty:hidden`}>
          {note}
        </p>
        {asksOrder && (
          <label className="mt-2 block text-sm">
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
      </div>
    </li>
  );
}

/** Whether the dates of a column can be read in two orders, if they are imported. */
const isOpen = (column, field) => Boolean(column.hasOpenDates && field?.isTime);

export function ColumnsStep({
  preview,
  file,
  mapping,
  dayFirst,
  set,
  label,
  plural,
  classes,
  heading,
  pending,
  error,
  setError,
  onCancel,
  onBack,
  onNext,
}) {
  const { columns, fields, rows, isUtf8 } = preview;
  const missing = fields.filter((each) => each.isRequired && !mapping.includes(each.key));
  const isTwice = (key) => key !== null && mapping.filter((each) => each === key).length > 1;
  const names = listed(missing.map((each) => each.label));
  const byKey = Object.fromEntries(fields.map((each) => [each.key, each]));
  // One choice for the file, at the first column that needs it.
  const openPlace = columns.findIndex((each, place) => isOpen(each, byKey[mapping[place]]));
  const problem = names && `Choose a column for ${names}.`;

  const choose = (place, key) => {
    setError("");
    set({ mapping: mapping.map((each, index) => (index === place ? key : each)) });
  };
  const next = () => {
    if (problem) setError(problem);
    else if (dayFirst === null && openPlace >= 0) setError("Choose the order of the dates.");
    else if (mapping.some(isTwice)) setError("Choose each field for one column only.");
    else onNext();
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
        <p
          role="status"
          className={`mt-3 rounded-lg border p-3 text-sm empty:hidden ${
            problem ? "border-gold bg-gold/10" : "border-line bg-ground"
          }`}
        >
          {problem || `Every required field of ${withArticle(label)} has a column.`}
        </p>
        <ul aria-label={`Columns of the ${plural}`} className="mt-2">
          {columns.map((column, place) => (
            <Column
              key={place}
              place={place}
              column={column}
              asksOrder={place === openPlace}
              dayFirst={dayFirst}
              onOrder={(chosen) => set({ dayFirst: chosen })}
              samples={samplesOf(rows, place)}
              field={mapping[place]}
              fields={fields}
              classes={classes}
              isTwice={isTwice(mapping[place])}
              onChoose={(key) => choose(place, key)}
            />
          ))}
        </ul>
      </StepBody>
      <StepFoot error={error} classes={classes} onBack={onBack} onCancel={onCancel}>
        <NextButton
          pending={pending === "checking"}
          label="Check the rows"
          pendingLabel="Checking..."
          classes={classes}
          onClick={next}
        />
      </StepFoot>
    </>
  );
}
