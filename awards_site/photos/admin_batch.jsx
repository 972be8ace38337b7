// Several photos at once: each file is sent with its progress shown, and gets a title of its own.
import { ImageOff, RotateCw, X } from "lucide-react";
import { useEffect, useReducer, useRef, useState } from "react";
import { Picture } from "$/public/external/awards_site/ui/images/picture/picture.jsx";
import {
  FileButton,
  UploadProgress,
  refusal,
  sendFile,
} from "$/public/external/awards_site/admin/forms/uploads/upload.jsx";

const AT_A_TIME = 2;
const STOPPED = { state: "stopped", reason: "The upload was cancelled" };
const WAITING = { state: "waiting", share: 0, reason: "" };

/** What a file is called when nobody has named it: its name, without ending and underscores. */
function titleOf(fileName) {
  const words = fileName.replace(/\.[^.]+$/, "").replace(/[_\-\s]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

let lastKey = 0;

function entryOf(file, source) {
  const reason = refusal(file, source)?.[1] ?? "";
  return {
    key: `photo-${++lastKey}`,
    file,
    preview: reason ? "" : URL.createObjectURL(file),
    title: titleOf(file.name),
    // A file that is refused here would be refused again: it cannot be retried.
    state: reason ? "refused" : "waiting",
    share: 0,
    address: "",
    reason,
  };
}

function change(entries, { type, key, keys, added, values, failed }) {
  if (type === "add") return [...entries, ...added];
  if (type === "remove") return entries.filter((each) => !keys.includes(each.key));
  if (type === "fail") {
    return entries.map((each) => (each.key in failed ? { ...each, reason: failed[each.key] } : each));
  }
  return entries.map((each) => (each.key === key ? { ...each, ...values } : each));
}

function IconButton({ Icon, verb, file, classes, onClick }) {
  const label = `${verb} ${file.name}`;
  return (
    <button type="button" className={classes.icon} aria-label={label} title={verb} onClick={onClick}>
      <Icon size={16} />
    </button>
  );
}

function Entry({ entry, classes, onTitle, onRetry, onStop, onRemove }) {
  const { key, file, state, reason } = entry;
  const sending = state === "sending" || state === "waiting";
  // Of an uploaded photo it is the title that the server refused.
  const invalid = state === "sent" && reason !== "";
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0" data-testid="batch-photo">
      <div className="grid size-14 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground">
        <Picture image={entry.preview} alt="" className="size-full object-cover">
          <ImageOff size={18} className="text-muted" />
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
        {sending && (
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <UploadProgress
              progress={{ share: entry.share, count: 1 }}
              file={file.name}
              classes={classes}
              onStop={onStop}
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

/** Whether files hover, and the handlers of an element on which they can be dropped. */
function useDrop(onFiles) {
  const [over, setOver] = useState(false);
  const hover = (value) => (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Otherwise the browser opens the file in the place of the page.
    event.preventDefault();
    setOver(value);
  };
  const onDrop = (event) => {
    hover(false)(event);
    onFiles([...event.dataTransfer.files]);
  };
  return [over, { onDragOver: hover(true), onDragLeave: hover(false), onDrop }];
}

/** Sends the waiting files, a few at a time, and returns what stops one of them. */
function useUploads(entries, dispatch, source) {
  const uploads = useRef(new Map());

  const send = async ({ key, file }) => {
    const stop = new AbortController();
    const set = (values) => dispatch({ type: "set", key, values });
    uploads.current.set(key, stop);
    set({ state: "sending", share: 0, reason: "" });
    const outcome = await sendFile(source, file, (share) => set({ share }), stop.signal).then(
      (address) => ({ state: "sent", address }),
      (error) =>
        stop.signal.aborted ? STOPPED : { state: "failed", reason: error.reason ?? error.message },
    );
    // Only then does the next one find a free place.
    uploads.current.delete(key);
    set(outcome);
  };

  useEffect(() => {
    const free = AT_A_TIME - uploads.current.size;
    const waiting = entries.filter((each) => each.state === "waiting" && !uploads.current.has(each.key));
    waiting.slice(0, Math.max(free, 0)).forEach(send);
  });
  useEffect(() => () => uploads.current.forEach((each) => each.abort()), []);

  return (entry) => {
    const running = uploads.current.get(entry.key);
    if (running) running.abort();
    else dispatch({ type: "set", key: entry.key, values: STOPPED });
  };
}

function saying(count) {
  if (count === 0) return "Save photos";
  return count === 1 ? "Save 1 photo" : `Save ${count} photos`;
}

function summary(entries) {
  if (entries.length === 0) return "";
  const count = (...states) => entries.filter((each) => states.includes(each.state)).length;
  const failed = count("failed", "refused", "stopped");
  const sent = `${count("sent")} of ${entries.length} uploaded`;
  return failed ? `${sent}, ${failed} not` : sent;
}

/** Collects files until `onSave(photos, shared)`; `outcome` says what became of them. */
export function PhotoBatch({
  source,
  hint,
  outcome,
  pending,
  classes,
  cancel,
  onSave,
  onMissing,
  onFinished,
  children,
}) {
  const [entries, dispatch] = useReducer(change, []);
  const form = useRef(null);
  const add = (files) => dispatch({ type: "add", added: files.map((file) => entryOf(file, source)) });
  const [over, drop] = useDrop(add);
  const stop = useUploads(entries, dispatch, source);
  const busy = entries.some((each) => each.state === "waiting" || each.state === "sending");
  const sent = entries.filter((each) => each.state === "sent");
  const latest = useRef(entries);
  latest.current = entries;

  const remove = (keys) => {
    latest.current.forEach((each) => keys.includes(each.key) && URL.revokeObjectURL(each.preview));
    dispatch({ type: "remove", keys });
  };
  useEffect(() => () => latest.current.forEach((each) => URL.revokeObjectURL(each.preview)), []);

  // It stands before the next effect: what that one brings about is drawn by then.
  const seeking = useRef(false);
  useEffect(() => {
    if (!seeking.current) return;
    seeking.current = false;
    form.current.querySelector("[aria-invalid=true]")?.focus();
  });

  // What was saved leaves the dialog, and what was not stays with the reason.
  const answered = useRef(outcome.number);
  useEffect(() => {
    if (answered.current === outcome.number) return;
    answered.current = outcome.number;
    remove(outcome.saved);
    dispatch({ type: "fail", failed: outcome.failed });
    if (latest.current.every((each) => outcome.saved.includes(each.key))) onFinished();
    else seeking.current = true;
  }, [outcome]);

  const submit = (event) => {
    event.preventDefault();
    if (pending || busy) return;
    if (sent.length === 0) {
      onMissing();
      return;
    }
    const { category, year, isPublished } = Object.fromEntries(new FormData(form.current));
    const photos = sent.map(({ key, title, address }) => ({ key, title, imageUrl: address }));
    onSave(photos, { category, year, isPublished: isPublished !== undefined });
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      {...drop}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6">
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
                onTitle={(title) => {
                  const reason = entry.state === "sent" ? "" : entry.reason;
                  dispatch({ type: "set", key: entry.key, values: { title, reason } });
                }}
                onRetry={() => dispatch({ type: "set", key: entry.key, values: WAITING })}
                onStop={() => stop(entry)}
                onRemove={() => {
                  stop(entry);
                  remove([entry.key]);
                }}
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
          {pending ? "Saving..." : saying(sent.length)}
        </button>
      </div>
    </form>
  );
}
