// The dialog that imports records from a CSV file: choose it, map its columns, check its rows, import.
import { useEffect, useRef, useState } from "react";
import { Window } from "$/public/external/awards_site/ui/overlays/dialog/window.jsx";
import { Root } from "$/public/external/awards_site/ui/overlays/dialog_parts/dialog.jsx";
import { ColumnsStep } from "./columns_step.jsx";
import { DoneStep } from "./done_step.jsx";
import { FileStep } from "./file_step.jsx";
import { newKey, sendFile } from "./import_requests.js";
import { RowsStep } from "./rows_step.jsx";
import { asDrafts, counted, summaryOf } from "./texts.js";

const STEPS = { file: "File", columns: "Columns", rows: "Rows" };

const AS_DRAFTS = " They become drafts: nothing is published by an import.";

const START = { step: "file", file: null, preview: null, key: "", mapping: [], dayFirst: null, withDuplicates: false };

function Progress({ step }) {
  const names = Object.keys(STEPS);
  return (
    <ol aria-label="Steps" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {names.map((name, index) => {
        const isCurrent = name === step;
        return (
          <li
            key={name}
            aria-current={isCurrent ? "step" : undefined}
            className={`flex items-center gap-2 ${isCurrent ? "font-semibold text-ink" : ""}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-6 place-items-center rounded-full text-xs font-semibold tabular-nums ${
                isCurrent ? "bg-plum text-on-plum" : "bg-line text-ink"
              }`}
            >
              {index + 1}
            </span>
            {STEPS[name]}
          </li>
        );
      })}
    </ol>
  );
}

/** The state of an import, and what changes it; `error` says why the last request failed. */
function useImport(path) {
  const [state, setState] = useState(START);
  const [pending, setPending] = useState("");
  const [error, setError] = useState("");
  const latest = useRef(0);

  const set = (values) => setState((before) => ({ ...before, ...values }));

  /**
   * Sends the file; resolves to the response, or to null after a failure or if it came too late. Calls
   * `onFailure` with a failure, whose reason is shown.
   */
  const send = async (purpose, file, options, onFailure) => {
    const number = (latest.current += 1);
    setPending(purpose);
    setError("");
    try {
      const response = await sendFile(path, file, options);
      return number === latest.current ? response : null;
    } catch (failure) {
      if (number !== latest.current) return null;
      await onFailure?.(failure);
      setError(failure.reason ?? failure.message);
      return null;
    } finally {
      if (number === latest.current) setPending("");
    }
  };

  const reset = () => {
    latest.current += 1;
    setState(START);
    setPending("");
    setError("");
  };

  return { ...state, pending, error, set, setError, send, reset };
}

export default function ImportDialog({ open, onClose, onImported, onUndo, undone, ...props }) {
  const { path, label, plural, drafts, windowClasses } = props;
  const current = useImport(path);
  const { step, file, preview, mapping, dayFirst, withDuplicates, pending, set, send, reset } = current;
  const [done, setDone] = useState(null);
  const heading = useRef(null);

  // The heading of the next step is read, and Tab goes on from there.
  const shown = done ? "done" : step;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus();
    before.current = shown;
  }, [shown]);

  const choose = async (chosen) => {
    const response = await send("reading", chosen, {});
    if (!response) return;
    const guessed = response.columns.map((each) => each.field);
    set({ ...START, step: "columns", file: chosen, preview: response, mapping: guessed });
  };

  const check = async (options = {}) => {
    const next = { mapping, dayFirst, withDuplicates, ...options };
    set(options);
    const response = await send("checking", file, next, () => set({ withDuplicates }));
    // The same rows are sent with the same key, so that they are imported once.
    if (response) set({ step: "rows", preview: response, key: newKey() });
  };

  const save = async (consent) => {
    if (pending) return;
    const { ready: matches } = preview;
    const options = { mapping, dayFirst, withDuplicates, consent, dryRun: false, matches, key: current.key };
    // The site has changed since the rows were checked.
    const checkAgain = (failure) => failure.status === 409 && check();
    const response = await send("importing", file, options, checkAgain);
    if (!response) return;
    onImported(response.id, response.recordCount, preview.faulty);
    if (preview.faulty > 0) {
      setDone({ id: response.id, count: response.recordCount, preview, fileName: file.name });
      reset();
    } else {
      reset();
      onClose();
    }
  };

  const close = () => {
    setDone(null);
    onClose();
  };

  // An import that is under way is waited for, because its notice has the Undo.
  const waits = pending === "importing";
  const leave = () => waits || reset();
  const back = () => {
    if (waits) return;
    current.setError("");
    set({ step: "columns" });
  };

  const imported = done && `${counted(done.count, label, plural)} imported${asDrafts(done.count, drafts)}`;
  const doneTitle = done && done.id === undone ? "The import was undone" : imported;
  const stepProps = { ...props, ...current, heading, onCancel: leave };
  return (
    <Root open={open} onClose={close}>
      <Window
        title={`Import ${plural}`}
        description={`From a CSV file with a row for each ${label}.${drafts ? AS_DRAFTS : ""}`}
        below={!done && <Progress step={step} />}
        data-testid="import-dialog"
        focusesItself
        tabIndex={-1}
        {...windowClasses}
      >
        {done && <DoneStep {...stepProps} {...done} title={doneTitle} onAgain={() => setDone(null)} onClose={close} />}
        {!done && step === "file" && (
          <FileStep
            {...stepProps}
            open={open}
            onFile={choose}
            onUndo={(id) => {
              onUndo(id);
              close();
            }}
          />
        )}
        {!done && step === "columns" && (
          <ColumnsStep {...stepProps} onBack={leave} onNext={() => check({ withDuplicates: false })} />
        )}
        {!done && step === "rows" && (
          <RowsStep {...stepProps} onBack={back} onCheck={check} onSave={save} />
        )}
        <p role="status" className="sr-only">
          {doneTitle}
          {!done && step === "rows" && !pending && summaryOf(preview, withDuplicates)}
        </p>
      </Window>
    </Root>
  );
}
