// Sending files to the server from a form: their progress, how to stop it, what is said of failures.
import { useEffect, useRef, useState } from "react";
import { upload } from "$/public/external/awards_site/ui/queries/request/request.js";

const percent = (share) => `${Math.round(share * 100)}%`;

/** Show a notice; `words` are its title and description, in which `{message}` is filled in. */
export function tell(words, message = "") {
  const [title, description] = words.map((text) => text.replace("{message}", message));
  const detail = { title, description, destructive: true };
  window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
}

/** The words of why a file is not even sent to a `source`, if there are any. */
export function refusal(file, { maxBytes, media, notices }) {
  if (file.size > maxBytes) return notices.tooLarge;
  return file.type.startsWith(`${media}/`) ? undefined : notices.wrongType;
}

/** Sends a file and returns its address; `show` is called with the share that has been sent. */
export async function sendFile({ endpoint, field }, file, show, signal) {
  const response = await upload(endpoint, field, file, show, signal);
  const address = response.url ?? response.imageUrl;
  if (!address) throw new Error("Server did not return a valid file URL");
  return address;
}

/**
 * Uploads to a `source`, as awards_site/admin/forms/uploads.py describes it.
 *
 * `send(files, onSent)` sends one file after another and calls `onSent` with the address of each.
 * `progress` is null or `{name, share, place, count}`; `stop` ends the upload; `reason` is why the
 * last one failed.
 */
export function useUpload(source) {
  const [progress, setProgress] = useState(null);
  const [reason, setReason] = useState("");
  const running = useRef(null);

  useEffect(() => () => running.current?.abort(), []);

  const fits = (file) => {
    const words = refusal(file, source);
    if (words) tell(words);
    return !words;
  };

  const send = async (files, onSent) => {
    const chosen = [...files].filter(fits);
    const { signal } = (running.current = new AbortController());
    setReason("");
    try {
      for (const [index, file] of chosen.entries()) {
        const show = (share) =>
          setProgress({ name: file.name, share, place: index + 1, count: chosen.length });
        show(0);
        onSent(await sendFile(source, file, show, signal));
      }
    } catch (error) {
      if (!signal.aborted) {
        const said = error.reason ?? error.message;
        setReason(said);
        tell(source.notices.failed, said);
      }
    } finally {
      setProgress(null);
    }
  };

  return { progress, reason, send, stop: () => running.current?.abort() };
}

const UNFINISHED = ["Upload in progress", "Please wait for the file, or cancel its upload."];

/**
 * How far an upload is, and the button that stops it; `file` tells it from others. Its form is not
 * sent meanwhile.
 */
export function UploadProgress({ progress, onStop, classes, file }) {
  const { name, share, place, count } = progress;
  const bar = useRef(null);

  useEffect(() => {
    const form = bar.current.closest("form");
    const hold = (event) => {
      event.preventDefault();
      event.stopPropagation();
      tell(UNFINISHED);
    };
    form?.addEventListener("submit", hold, true);
    return () => form?.removeEventListener("submit", hold, true);
  }, []);

  return (
    <>
      {count > 1 && (
        <span className="w-full text-xs break-all text-muted">
          {place} of {count}: {name}
        </span>
      )}
      <div
        ref={bar}
        role="progressbar"
        aria-label={file ? `Upload of ${file}` : "Upload progress"}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-plum" style={{ width: percent(share) }} />
      </div>
      <span className="w-10 text-right text-sm tabular-nums">{percent(share)}</span>
      <button type="button" className={classes.button} onClick={onStop}>
        Cancel upload{file && <span className="sr-only"> of {file}</span>}
      </button>
    </>
  );
}

/** The button that opens the browser's choice of files, and hands them on. */
export function FileButton({ source, label, multiple = false, classes, onChoose }) {
  const choose = (event) => {
    const files = [...event.target.files];
    // The same file can be chosen again after a failure only if the input forgets it.
    event.target.value = "";
    if (files.length > 0) onChoose(files);
  };
  return (
    <label className={`${classes.button} focus-within:outline-2`}>
      {label}
      <input
        type="file"
        accept={source.accept}
        multiple={multiple}
        className="sr-only"
        onChange={choose}
      />
    </label>
  );
}
