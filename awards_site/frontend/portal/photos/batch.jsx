// The form that adds several photos at once, each with its own title.
import { RotateCw, X } from "lucide-react";
import { useEffect, useReducer, useRef } from "react";
import { FileButton, UploadProgress, sendFile, useDrop, validationError } from "../uploads/upload.jsx";
import { Picture, Placeholder } from "../../images/picture.jsx";

// The photos: each file is sent, a few at a time, with its progress.

const MAX_PARALLEL = 2;
const STOPPED = { state: "stopped", reason: "The upload was cancelled" };
const WAITING = { state: "waiting", fraction: 0, reason: "" };

/** What a file is called when nobody has named it: its name, without ending and underscores. */
function titleOf(fileName) {
  const words = fileName.replace(/\.[^.]+$/, "").replace(/[_\-\s]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

let lastKey = 0;

function entryOf(file, source) {
  const reason = validationError(file, source)?.[1] ?? "";
  return {
    ...WAITING,
    key: `photo-${++lastKey}`,
    file,
    preview: reason ? "" : URL.createObjectURL(file),
    title: titleOf(file.name),
    // A file that is refused here would be refused again: it cannot be retried.
    state: reason ? "refused" : "waiting",
    url: "",
    reason,
  };
}

// The photos of forms that were closed, by the form's version: they may be restored.
const discarded = new Map();

const restoredEntry = (entry) => ({
  ...entry,
  ...(isUnderWay(entry) && WAITING),
  preview: entry.preview && URL.createObjectURL(entry.file),
});

function change(entries, { type, key, keys, added, values, failed }) {
  if (type === "add") return [...entries, ...added];
  if (type === "remove") return entries.filter((each) => !keys.includes(each.key));
  if (type === "fail") {
    return entries.map((each) => (each.key in failed ? { ...each, reason: failed[each.key] } : each));
  }
  return entries.map((each) => (each.key === key ? { ...each, ...values } : each));
}

/** Sends the waiting files, and returns what stops one of them. */
function useUploads(entries, set, source) {
  const uploads = useRef(new Map());

  const send = async ({ key, file }) => {
    const stop = new AbortController();
    uploads.current.set(key, stop);
    set(key, { state: "sending", fraction: 0, reason: "" });
    const outcome = await sendFile(source, file, (fraction) => set(key, { fraction }), stop.signal).then(
      (url) => ({ state: "sent", url }),
      (error) =>
        stop.signal.aborted ? STOPPED : { state: "failed", reason: error.reason ?? error.message },
    );
    // Only then does the next one find a free place.
    uploads.current.delete(key);
    set(key, outcome);
  };

  useEffect(() => {
    const free = MAX_PARALLEL - uploads.current.size;
    const waiting = entries.filter((each) => each.state === "waiting" && !uploads.current.has(each.key));
    waiting.slice(0, Math.max(free, 0)).forEach(send);
  });
  useEffect(() => () => uploads.current.forEach((each) => each.abort()), []);

  return (key) => {
    const running = uploads.current.get(key);
    if (running) running.abort();
    else set(key, STOPPED);
  };
}

const isUnderWay = ({ state }) => state === "waiting" || state === "sending";

/**
 * The photos, as `{key, file, preview, title, state, fraction, url, reason}`, and what changes them.
 * A state is "waiting", "sending", "sent", "failed", "stopped" or "refused"; `url` is the URL of a
 * photo that is sent. It starts with the photos of the form whose version is `restored`, if any.
 */
function useUploadQueue(source, version, restored) {
  const [entries, dispatch] = useReducer(change, discarded.get(restored) ?? [], (again) =>
    again.map(restoredEntry),
  );
  const set = (key, values) => dispatch({ type: "set", key, values });
  const stop = useUploads(entries, set, source);
  const latest = useRef(entries);
  latest.current = entries;

  const forget = (gone) => gone.forEach((each) => URL.revokeObjectURL(each.preview));
  useEffect(
    () => () => {
      discarded.set(version, latest.current);
      forget(latest.current);
    },
    [],
  );

  const drop = (keys) => {
    forget(latest.current.filter((each) => keys.includes(each.key)));
    dispatch({ type: "remove", keys });
  };

  return {
    entries,
    add: (files) => dispatch({ type: "add", added: files.map((file) => entryOf(file, source)) }),
    rename: ({ key, state, reason }, title) =>
      set(key, { title, reason: state === "sent" ? "" : reason }),
    retry: ({ key }) => set(key, WAITING),
    stop: ({ key }) => stop(key),
    remove: ({ key }) => {
      stop(key);
      drop([key]);
    },
    /** Drops the photos that were saved, by key, and notes why others were not. */
    settle: (saved, failed) => {
      drop(saved);
      dispatch({ type: "fail", failed });
    },
  };
}

// The form.

function IconButton({ Icon, verb, file, classes, onClick }) {
  const label = `${verb} ${file.name}`;
  return (
    <button type="button" className={classes.icon} aria-label={label} title={verb} onClick={onClick}>
      <Icon size={16} />
    </button>
  );
}

function Entry({ entry, classes, onTitle, onRetry, onCancel, onRemove }) {
  const { key, file, state, reason } = entry;
  // The error of an uploaded photo is about its title.
  const invalid = state === "sent" && reason !== "";
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0" data-testid="batch-photo">
      <div className="grid size-14 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground">
        <Picture image={entry.preview} alt="" className="size-full object-cover">
          <Placeholder name={file.name} className="size-4.5" />
        </Picture>
      </div>
      <div className="min-w-0 flex-1">
        <input
          name={`title-${key}`}
          type="text"
          autoComplete="off"
          aria-label={`Title of ${file.name}`}
          aria-invalid={invalid}
          aria-describedby={`${key}-reason`}
          value={entry.title}
          onChange={(event) => onTitle(event.target.value)}
          className={classes.input}
        />
        {isUnderWay(entry) && (
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <UploadProgress
              progress={{ fraction: entry.fraction, count: 1 }}
              file={file.name}
              classes={classes}
              onCancel={onCancel}
            />
          </div>
        )}
        <p id={`${key}-reason`} className={reason ? classes.error : classes.help}>
          {reason || (state === "sent" ? `${file.name} is uploaded` : file.name)}
        </p>
      </div>
      <div className="flex flex-none gap-1">
        {(state === "failed" || state === "stopped") && (
          <IconButton Icon={RotateCw} verb="Retry" file={file} classes={classes} onClick={onRetry} />
        )}
        <IconButton Icon={X} verb="Remove" file={file} classes={classes} onClick={onRemove} />
      </div>
    </li>
  );
}

function Chooser({ source, hint, over, classes, onFiles }) {
  return (
    <div
      data-testid="batch-drop"
      className={`grid justify-items-center rounded-lg border-2 border-dashed p-6 text-center ${over ? "border-plum bg-ground" : "border-line"}`}
    >
      <FileButton source={source} label="Choose photos" multiple classes={classes} onChoose={onFiles} />
      <p className={classes.help}>{hint}</p>
    </div>
  );
}

const submitLabel = (count) => (count === 0 ? "Save photos" : count === 1 ? "Save 1 photo" : `Save ${count} photos`);

function summary(entries) {
  if (entries.length === 0) return "";
  const count = (...states) => entries.filter((each) => states.includes(each.state)).length;
  const failed = count("failed", "refused", "stopped");
  const sent = `${count("sent")} of ${entries.length} uploaded`;
  return failed ? `${sent}, ${failed} not uploaded` : sent;
}

/** Uploads files, then calls `onSave(photos, shared)`; `outcome` is the result of saving. */
export function PhotoBatch({
  source,
  hint,
  outcome,
  pending,
  version,
  restored,
  classes,
  cancel,
  onSave,
  onMissing,
  onFinished,
  children,
}) {
  const { entries, add, rename, retry, stop, remove, settle } = useUploadQueue(source, version, restored);
  const form = useRef(null);
  const [over, drop] = useDrop(add);
  const busy = entries.some(isUnderWay);
  const sent = entries.filter((each) => each.state === "sent");

  // Runs before the next effect, so that it sees the render that the next effect causes.
  const focusInvalid = useRef(false);
  useEffect(() => {
    if (!focusInvalid.current) return;
    focusInvalid.current = false;
    form.current.querySelector("[aria-invalid=true]")?.focus();
  });

  // Removes saved photos, and shows the errors of the others.
  const handledOutcome = useRef(outcome.number);
  useEffect(() => {
    if (handledOutcome.current === outcome.number) return;
    handledOutcome.current = outcome.number;
    settle(outcome.saved, outcome.failed);
    if (entries.every((each) => outcome.saved.includes(each.key))) onFinished();
    else focusInvalid.current = true;
  }, [outcome]);

  const submit = (event) => {
    event.preventDefault();
    if (pending || busy) return;
    if (sent.length === 0) {
      onMissing();
      return;
    }
    const { category, year, isPublished } = Object.fromEntries(new FormData(form.current));
    const photos = sent.map(({ key, title, url }) => ({ key, title, imageUrl: url }));
    onSave(photos, { category, year, isPublished: isPublished !== undefined });
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      {...drop}
      className="dialog-form"
    >
      <div className="dialog-body p-5 sm:p-6">
        <Chooser source={source} hint={hint} over={over} classes={classes} onFiles={add} />
        <p role="status" className={classes.help}>
          {summary(entries)}
        </p>
        {entries.length > 0 && (
          <ul aria-label="Photos to save" className="mt-2">
            {entries.map((entry) => (
              <Entry
                key={entry.key}
                entry={entry}
                classes={classes}
                onTitle={(title) => rename(entry, title)}
                onRetry={() => retry(entry)}
                onCancel={() => stop(entry)}
                onRemove={() => remove(entry)}
              />
            ))}
          </ul>
        )}
        <div className="mt-5 grid gap-5 sm:grid-cols-2">{children}</div>
      </div>
      <div className={classes.foot}>
        {cancel}
        <button
          type="submit"
          aria-disabled={pending || busy}
          aria-busy={pending}
          className={classes.submit}
        >
          {pending ? "Saving..." : submitLabel(sent.length)}
        </button>
      </div>
    </form>
  );
}
