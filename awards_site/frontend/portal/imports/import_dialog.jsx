import { Download, FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ColumnsStep, StepBody, StepFoot } from "./columns_step.jsx";
import { FileButton, useDrop } from "../uploads/upload.jsx";
import { Root } from "../../overlays/dialog.jsx";
import { Window } from "../dialogs/dialogs.jsx";
import { counted, inMemory, newKey, recentImports, sendFile } from "./import_requests.js";

// The first step of an import: the file, and former imports, which can be undone.

const CSV = { accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain" };

const NOT_READ = "The file cannot be read. Choose it again.";

function useRecentImports(path, isWanted) {
  const [imports, setImports] = useState([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    // Without the list, the import itself still works.
    recentImports(path, stop.signal).then(setImports, () => undefined);
    return () => stop.abort();
  }, [path, isWanted]);
  return imports;
}

function Recent({ each, label, plural, zone, classes, onUndo }) {
  const when = new Date(each.createdAt).toLocaleString("en", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone,
  });
  const name = each.fileName || "a file";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium">
          {counted(each.recordCount, label, plural)} from {name}
        </p>
        <p className="text-muted">
          {when}
          {each.userName && `, ${each.userName}`}
        </p>
      </div>
      <button
        type="button"
        className={classes.button}
        aria-label={`Undo the import of ${name}, ${when}`}
        onClick={() => onUndo(each.undo)}
      >
        Undo
      </button>
    </li>
  );
}

function FileStep({
  open,
  path,
  label,
  plural,
  limits,
  zone,
  classes,
  heading,
  pending,
  error,
  setError,
  onCancel,
  onFile,
  onUndo,
}) {
  const recent = useRecentImports(path, open);
  const busy = Boolean(pending);

  const choose = async ([file]) => {
    if (busy || !file) return;
    try {
      onFile(await inMemory(file));
    } catch {
      setError(NOT_READ);
    }
  };
  const [over, drop] = useDrop(choose);

  return (
    <>
      <StepBody {...drop}>
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          Choose a file
        </h3>
        <div
          data-testid="import-drop"
          className={`mt-3 grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center ${
            over ? "border-plum bg-ground" : "border-line"
          }`}
        >
          <FileUp size={28} aria-hidden="true" className="text-gold-ink" />
          <FileButton
            source={CSV}
            label={busy ? "Reading..." : "Choose a CSV file"}
            classes={classes}
            onChoose={choose}
          />
          <p className="text-sm text-muted max-sm:hidden">or drop it here</p>
        </div>
        <ul className="mt-4 list-disc space-y-1 pl-5 text-sm text-muted">
          <li>The first row has the headings. You choose next what each column means.</li>
          <li>Spreadsheet programs save it as &ldquo;CSV UTF-8&rdquo;. Commas, semicolons and tabs all work.</li>
          <li>{limits}</li>
          <li>A file that was exported here can be imported again.</li>
        </ul>
        <a href={`${path}/template`} download className={`${classes.button} mt-4 w-fit`}>
          <Download size={16} aria-hidden="true" />
          Download a template
        </a>
        {recent.length > 0 && (
          <section aria-labelledby="recent-imports" className="mt-8">
            <h3 id="recent-imports" className={classes.heading}>
              Recent imports
            </h3>
            <ul className="mt-1">
              {recent.map((each) => (
                <Recent key={each.id} {...{ each, label, plural, zone, classes, onUndo }} />
              ))}
            </ul>
          </section>
        )}
      </StepBody>
      <StepFoot error={error} classes={classes} onCancel={onCancel} />
    </>
  );
}

// The dialog that imports records from a CSV file: choose it, look at its columns and rows, import.

const AS_DRAFTS = " They become drafts: nothing is published by an import.";

// `options` are what was chosen last, `checked` those with which the rows of the preview were checked.
// `corrections` are typed texts by the row's number and the column's place. The `sendKey` is not called
// `key`, because React would take that for itself, and replace the step and its focus after each check.
const NONE = {};
const START = { file: null, preview: null, options: {}, checked: {}, corrections: NONE, sendKey: "" };
const CHOICES = { dayFirst: null, withDuplicates: false, corrections: NONE };
const PAUSE_MS = 500;

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
  const { file, preview, options, checked, corrections, sendKey, pending, set, send, reset } = current;
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
    set({ preview: found, options: next, checked: next, sendKey: newKey() });
  };

  const choose = async (chosen) => {
    const found = await send("reading", chosen, CHOICES);
    if (!found) return;
    set({ file: chosen });
    show(found, CHOICES);
  };

  const check = async (changes = {}, purpose = "checking") => {
    const next = { ...options, ...changes, corrections };
    set({ options: next });
    const found = await send(purpose, file, next, () => set({ options: checked }));
    if (found) show(found, next);
  };

  const latestCheck = useRef(check);
  latestCheck.current = check;
  useEffect(() => {
    if (!file || corrections === checked.corrections) return undefined;
    const timer = setTimeout(() => latestCheck.current({}, "correcting"), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [corrections]);

  const correct = (row, place, text) =>
    set({ corrections: { ...corrections, [row]: { ...corrections[row], [place]: text } } });

  const save = async (consent) => {
    const what = { ...checked, consent, dryRun: false, matches: preview.ready, key: sendKey };
    // The site has changed since the rows were checked.
    const checkAgain = (failure) => failure.status === 409 && check();
    const response = await send("importing", file, what, checkAgain);
    if (!response) return;
    onImported(response.undo, preview.ready, preview.faulty);
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
          <ColumnsStep
            {...stepProps}
            onCorrect={correct}
            onBack={leave}
            onCheck={(changes) => waits || check(changes)}
            onSave={save}
          />
        ) : (
          <FileStep
            {...stepProps}
            open={open}
            onFile={choose}
            onUndo={(token) => {
              onUndo(token);
              onClose();
            }}
          />
        )}
      </Window>
    </Root>
  );
}
