import { useEffect, useRef, useState } from "react";
import { notify } from "../../events.js";
import { upload } from "../../queries/request.js";
import { useLazyDialog } from "../../queries/lazy.jsx";

// File uploads from a form, with progress, cancellation and error toasts.

const percent = (fraction) => `${Math.round(fraction * 100)}%`;

/** Shows an error toast; `{message}` in its title and description is replaced. */
export function notifyError(texts, message = "") {
  const [title, description] = texts.map((text) => text.replace("{message}", message));
  notify({ title, description, destructive: true });
}

/** Returns whether a file is a photo of a phone that browsers, which may not know its type, do not show. */
export const isHeic = ({ name, type }) => /\.hei[cf]s?$/i.test(name) || /^image\/hei[cf]/.test(type);

/** Returns the toast's `[title, description]` if a `source` does not accept a file. */
export function validationError(file, { maxBytes, media, toasts }) {
  if (media === "image" && isHeic(file)) return toasts.heic;
  if (file.size > maxBytes) return toasts.tooLarge;
  return file.type.startsWith(`${media}/`) ? undefined : toasts.wrongType;
}

/** Uploads a file and returns its URL; calls `onProgress` with the sent fraction, from 0 to 1. */
export async function sendFile({ endpoint, formDataKey }, file, onProgress, signal) {
  const response = await upload(endpoint, formDataKey, file, onProgress, signal);
  const url = response.url ?? response.imageUrl;
  if (!url) throw new Error("Server did not return a valid file URL");
  return url;
}

/**
 * Uploads to a `source`, which `upload_source` in awards_site/portal/inputs.py returns.
 *
 * `send(files, onSent)` uploads files in sequence and calls `onSent` with the URL of each; it goes
 * on after one that is refused.
 * `progress` is null or `{name, fraction, position, count}`; `cancel` stops the upload; `errorMessage`
 * is that of the last one, or "". An upload stops when its component is removed; `stoppedToast`
 * is then shown, if there is one.
 */
export function useUpload(source, stoppedToast) {
  const [progress, setProgress] = useState(null);
  const [errorMessage, setErrorMessage] = useState("");
  const running = useRef(null);

  const stop = () => {
    if (!running.current) return;
    running.current.abort();
    if (stoppedToast) notifyError(stoppedToast);
  };
  useEffect(() => stop, []);

  const isAccepted = (file) => {
    const error = validationError(file, source);
    if (!error) return true;
    setErrorMessage(error[1]);
    notifyError(error);
    return false;
  };

  const send = async (files, onSent) => {
    setErrorMessage("");
    const accepted = [...files].filter(isAccepted);
    const { signal } = (running.current = new AbortController());
    for (const [index, file] of accepted.entries()) {
      const onProgress = (fraction) =>
        setProgress({ name: file.name, fraction, position: index + 1, count: accepted.length });
      onProgress(0);
      try {
        onSent(await sendFile(source, file, onProgress, signal));
      } catch (error) {
        if (signal.aborted) break;
        const message = error.reason ?? error.message;
        setErrorMessage(message);
        const { heic, failed } = source.toasts;
        notifyError(message === heic[1] ? heic : failed, message);
      }
    }
    running.current = null;
    setProgress(null);
  };

  return { progress, errorMessage, send, cancel: () => running.current?.abort() };
}

const UPLOAD_IN_PROGRESS = ["Upload in progress", "Wait for the upload to finish, or cancel it."];

/**
 * An upload's progress bar and cancel button; `file` is its accessible name if there are several.
 * The enclosing form cannot be submitted meanwhile.
 */
export function UploadProgress({ progress, onCancel, classes, file }) {
  const { name, fraction, position, count } = progress;
  const bar = useRef(null);

  useEffect(() => {
    const form = bar.current.closest("form");
    const preventSubmit = (event) => {
      event.preventDefault();
      event.stopPropagation();
      notifyError(UPLOAD_IN_PROGRESS);
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
        aria-valuenow={Math.round(fraction * 100)}
        className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-line forced-color-adjust-none"
      >
        <div className="h-full bg-plum" style={{ width: percent(fraction) }} />
      </div>
      <span className="w-10 text-right text-sm tabular-nums">{percent(fraction)}</span>
      <button type="button" className={classes.button} onClick={onCancel}>
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

// Files that are dropped on an element.

/** Returns whether files are dragged over an element, and the element's drag handlers. */
export function useDrop(onFiles) {
  const [over, setOver] = useState(false);
  const hover = (value) => (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Keeps the browser from opening the file.
    event.preventDefault();
    setOver(value);
  };
  const onDrop = (event) => {
    hover(false)(event);
    onFiles([...event.dataTransfer.files]);
  };
  return [over, { onDragOver: hover(true), onDragLeave: hover(false), onDrop }];
}

// A button that opens the media library to choose a file.

const loadPicker = () => import("./media_picker.jsx");

/**
 * Calls `onChoose` with the URL of the chosen file. `source` is the return value of `upload_source`
 * (awards_site/portal/inputs.py); `children` are placed in the dialog.
 */
export function LibraryButton({ source, label = "Choose from library", title, classes, onChoose, children }) {
  const { Dialog: Picker, isOpen, open, close } = useLazyDialog(loadPicker, "The media library");
  const button = useRef(null);
  const wasOpen = useRef(false);

  // The picker is removed when it closes, so the focus is returned here, after it has let it go.
  useEffect(() => {
    if (wasOpen.current && !isOpen) setTimeout(() => button.current?.focus());
    wasOpen.current = isOpen;
  }, [isOpen]);

  const choose = (url) => {
    close();
    onChoose(url);
  };
  return (
    <>
      <button ref={button} type="button" aria-haspopup="dialog" className={classes.button} onClick={open}>
        {label}
      </button>
      {isOpen && Picker && (
        <Picker
          kind={source.media}
          title={title ?? "Choose from the media library"}
          dialog={source.pickerDialog}
          classes={classes}
          onChoose={choose}
          onClose={close}
        >
          {typeof children === "function" ? children(choose) : children}
        </Picker>
      )}
    </>
  );
}
