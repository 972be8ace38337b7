// The form that adds several photos at once, each with its own title.
import { RotateCw, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { FileButton, UploadProgress, useDrop } from "../uploads/upload.jsx";
import { Picture, Placeholder } from "../../images/picture.jsx";
import { isUnderWay, useUploadQueue } from "./upload_queue.js";

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
