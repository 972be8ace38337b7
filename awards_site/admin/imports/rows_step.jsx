// The third step of an import: what each row becomes, or what is wrong with it.
import { useRef, useState } from "react";
import { isFaulty } from "./import_requests.js";
import { RowsTable } from "./rows_table.jsx";
import { FaultyRowsButton, NextButton, StepBody, StepFoot } from "./step.jsx";
import { asDrafts, counted, summaryOf } from "./texts.js";

const UNCONFIRMED = "Please confirm this first.";

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

function importLabel(ready, { label, plural, drafts }) {
  if (ready === 0) return "Nothing to import";
  return `Import ${counted(ready, label, plural)}${asDrafts(ready, drafts)}`;
}

export function RowsStep({
  preview,
  withDuplicates,
  file,
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
  const { ready, faulty, duplicates, canAddDuplicates, consent } = preview;
  const [onlyFaulty, setOnlyFaulty] = useState(faulty > 0 && preview.rows.length > 10);
  const [agreed, setAgreed] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState(false);
  const consentBox = useRef(null);
  const isFiltered = onlyFaulty && faulty > 0;
  const rows = isFiltered ? preview.rows.filter(isFaulty) : preview.rows;

  const save = () => {
    if (consent && !agreed) {
      setUnconfirmed(true);
      consentBox.current.focus();
    } else onSave(agreed);
  };

  return (
    <>
      <StepBody className="sm:flex sm:flex-col">
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          What will be imported
        </h3>
        <p data-testid="import-summary" className="mt-1 font-medium tabular-nums">
          {pending === "checking" ? "Checking..." : summaryOf(preview, withDuplicates)}
        </p>
        {faulty > 0 && (
          <p className="mt-1 text-sm text-muted">
            Rows with errors are left out. Download them, correct them, and import that file afterwards.
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
          {faulty > 0 && (
            <>
              <Check id="only-faulty" checked={onlyFaulty} onChange={setOnlyFaulty} classes={classes}>
                Only rows with errors
              </Check>
              <FaultyRowsButton preview={preview} fileName={file.name} className={classes.button} />
            </>
          )}
          {duplicates > 0 && canAddDuplicates && (
            <Check
              id="with-duplicates"
              checked={withDuplicates}
              onChange={(checked) => pending === "importing" || onCheck({ withDuplicates: checked })}
              classes={classes}
            >
              Import duplicates, too
            </Check>
          )}
        </div>
        <RowsTable
          key={isFiltered}
          rows={rows}
          preview={preview}
          withDuplicates={withDuplicates}
          classes={classes}
        />
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
      <StepFoot error={error} classes={classes} onBack={onBack} onCancel={onCancel}>
        <NextButton
          pending={pending === "importing"}
          disabled={ready === 0 || pending === "checking"}
          label={importLabel(ready, names)}
          pendingLabel="Importing..."
          classes={classes}
          onClick={save}
        />
      </StepFoot>
    </>
  );
}
