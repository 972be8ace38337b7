// File uploads from a form, with progress, cancellation and error toasts.
import { useEffect, useRef, useState } from "react";
import { upload } from "$/public/external/awards_site/ui/queries/request/request.js";

const percent = (share) => `${Math.round(share * 100)}%`;

/** Shows an error toast; `{message}` in its title and description is replaced. */
export function notifyError(texts, message = "") {
  const [title, description] = texts.map((text) => text.replace("{message}", message));
  const detail = { title, description, destructive: true };
  window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
}

/** Returns the toast's `[title, description]` if a `source` does not accept a file. */
export function validationError(file, { maxBytes, media, toasts }) {
  if (file.size > maxBytes) return toasts.tooLarge;
  return file.type.startsWith(`${media}/`) ? undefined : toasts.wrongType;
}

/** Uploads a file and returns its URL; calls `onProgress` with the sent share, from 0 to 1. */
export async function sendFile({ endpoint, field }, file, onProgress, signal) {
  const response = await upload(endpoint, field, file, onProgress, signal);
  const url = response.url ?? response.imageUrl;
  if (!url) throw new Error("Server did not return a valid file URL");
  return url;
}

/**
 * Uploads to a `source`, which `upload_source` in awards_site/admin/forms/uploads.py returns.
 *
 * `send(files, onSent)` uploads files in sequence and calls `onSent` with the URL of each.
 * `progress` is null or `{name, share, position, count}`; `stop` cancels the upload; `reason` is the
 * error message of the last one.
 */
export function useUpload(source) {
  const [progress, setProgress] = useState(null);
  const [reason, setReason] = useState("");
  const running = useRef(null);

  useEffect(() => () => running.current?.abort(), []);

  const isAccepted = (file) => {
    const error = validationError(file, source);
    if (error) notifyError(error);
    return !error;
  };

  const send = async (files, onSent) => {
    const accepted = [...files].filter(isAccepted);
    const { signal } = (running.current = new AbortController());
    setReason("");
    try {
      for (const [index, file] of accepted.entries()) {
        const onProgress = (share) =>
          setProgress({ name: file.name, share, position: index + 1, count: accepted.length });
        onProgress(0);
        onSent(await sendFile(source, file, onProgress, signal));
      }
    } catch (error) {
      if (!signal.aborted) {
        const message = error.reason ?? error.message;
        setReason(message);
        notifyError(source.toasts.failed, message);
      }
    } finally {
      setProgress(null);
    }
  };

  return { progress, reason, send, stop: () => running.current?.abort() };
}

const UNFINISHED = ["Upload in progress", "Please wait for the file, or cancel its upload."];

/**
 * An upload's progress bar and cancel button; `file` is its accessible name if there are several.
 * The enclosing form cannot be submitted meanwhile.
 */
export function UploadProgress({ progress, onStop, classes, file }) {
  const { name, share, position, count } = progress;
  const bar = useRef(null);

  useEffect(() => {
    const form = bar.current.closest("form");
    const preventSubmit = (event) => {
      event.preventDefault();
      event.stopPropagation();
      notifyError(UNFINISHED);
    };
    form?.addEventListener("submit", preventSubmit, true);
    return () => form?.removeEventListener("submit", preventSubmit, true);
  }, []);

  return (
    <>
      {count > 1 && (
        <span className="w-full text-xs break-all text-muted">
          {position} of {count}: {name}
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

/** A button that opens the file chooser; calls `onChoose(files)`. */
export function FileButton({ source, label, multiple = false, classes, onChoose }) {
  const choose = (event) => {
    const files = [...event.target.files];
    // Resets the input, so that the same file can be chosen again after a failure.
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
