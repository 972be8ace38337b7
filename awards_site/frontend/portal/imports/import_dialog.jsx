// The dialog that imports records from a CSV file: choose it, look at its columns and rows, import.
import { useEffect, useRef, useState } from "react";
import { Window } from "../dialogs/window.jsx";
import { Root } from "../../overlays/dialog.jsx";
import { ColumnsStep } from "./columns_step.jsx";
import { FileStep } from "./file_step.jsx";
import { newKey, sendFile } from "./import_requests.js";

const AS_DRAFTS = " They become drafts: nothing is published by an import.";

// `options` are what was chosen last, `checked` those with which the rows of the preview were checked.
const START = { file: null, preview: null, options: {}, checked: {}, key: "" };
const CHOICES = { dayFirst: null, withDuplicates: false };

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

export default function ImportDialog({ open, onClose, onImported, onUndo, ...props }) {
  const { path, label, plural, drafts, windowClasses } = props;
  const current = useImport(path);
  const { file, preview, options, checked, key, pending, set, send, reset } = current;
  const heading = useRef(null);

  // The heading of the next step is read, and Tab goes on from there.
  const isChosen = preview !== null;
  const before = useRef(isChosen);
  useEffect(() => {
    if (before.current !== isChosen) heading.current?.focus();
    before.current = isChosen;
  }, [isChosen]);

  const show = (found, choices) => {
    const next = { ...choices, mapping: found.columns.map((each) => each.field) };
    // The same rows are sent with the same key, so that they are imported once.
    set({ preview: found, options: next, checked: next, key: newKey() });
  };

  const choose = async (chosen) => {
    const found = await send("reading", chosen, CHOICES);
    if (!found) return;
    set({ file: chosen });
    show(found, CHOICES);
  };

  const check = async (changes = {}) => {
    const next = { ...options, ...changes };
    set({ options: next });
    const found = await send("checking", file, next, () => set({ options: checked }));
    if (found) show(found, next);
  };

  const save = async (consent) => {
    const what = { ...checked, consent, dryRun: false, matches: preview.ready, key };
    // The site has changed since the rows were checked.
    const checkAgain = (failure) => failure.status === 409 && check();
    const response = await send("importing", file, what, checkAgain);
    if (!response) return;
    onImported(response.id, response.recordCount, preview.faulty);
    reset();
    onClose();
  };

  // An import that is under way is waited for, because its notice has the Undo.
  const waits = pending === "importing";
  const leave = () => waits || reset();

  const stepProps = { ...props, ...current, heading, onCancel: leave };
  return (
    <Root open={open} onClose={onClose}>
      <Window
        title={`Import ${plural}`}
        description={`From a CSV file with a row for each ${label}.${drafts ? AS_DRAFTS : ""}`}
        data-testid="import-dialog"
        focusesItself
        tabIndex={-1}
        {...windowClasses}
      >
        {isChosen ? (
          <ColumnsStep {...stepProps} onBack={leave} onCheck={(changes) => waits || check(changes)} onSave={save} />
        ) : (
          <FileStep
            {...stepProps}
            open={open}
            onFile={choose}
            onUndo={(id) => {
              onUndo(id);
              onClose();
            }}
          />
        )}
      </Window>
    </Root>
  );
}
