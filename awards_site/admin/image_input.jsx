// An image field: a file that is sent to the server with its progress shown, or a typed address.
import { useEffect, useRef, useState } from "react";

const percent = (share) => `${Math.round(share * 100)}%`;

export function ImageInput({
  inputId,
  name,
  defaultValue,
  uploadLabel,
  endpoint,
  endpointField,
  maxBytes,
  invalid,
  describedBy,
  look,
  onTooLarge,
  onWrongType,
  onFailed,
}) {
  const [address, setAddress] = useState(defaultValue ?? "");
  const [progress, setProgress] = useState(null);
  const [reason, setReason] = useState("");
  const [broken, setBroken] = useState(false);
  const upload = useRef(null);

  useEffect(() => () => upload.current?.abort(), []);

  const show = (next) => {
    setAddress(next);
    setBroken(false);
    setReason("");
  };

  const send = async (file) => {
    upload.current = new AbortController();
    const { signal } = upload.current;
    setReason("");
    setProgress(0);
    try {
      const args = [endpoint, endpointField, file, setProgress, signal];
      const answer = await window.awards.upload(...args);
      const url = answer.url ?? answer.imageUrl;
      if (!url) throw new Error("Server did not return a valid file URL");
      show(url);
    } catch (error) {
      if (!signal.aborted) {
        setReason(error.reason ?? error.message);
        onFailed();
      }
    } finally {
      setProgress(null);
    }
  };

  const choose = (event) => {
    const [file] = event.target.files;
    // The same file can be chosen again after a failure only if the input forgets it.
    event.target.value = "";
    if (!file) return;
    if (file.size > maxBytes) onTooLarge();
    else if (!file.type.startsWith("image/")) onWrongType();
    else send(file);
  };

  return (
    <div className="flex gap-4">
      <div className={look.preview}>
        {address && !broken ? (
          <img
            src={address}
            alt="Preview"
            className="size-full object-cover"
            onError={() => setBroken(true)}
          />
        ) : (
          <span className="p-1 text-center text-xs text-muted">
            {broken ? "No picture at this address" : "No image"}
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1">
        <input
          id={inputId}
          name={name}
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="https://..."
          value={address}
          onChange={(event) => show(event.target.value)}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          className={look.input}
        />
        <div className="mt-2 flex min-h-9 flex-wrap items-center gap-2">
          {progress === null ? (
            <>
              <label className={`${look.button} focus-within:outline-2`}>
                {uploadLabel}
                <input type="file" accept="image/*" className="sr-only" onChange={choose} />
              </label>
              {address && (
                <button type="button" className={look.button} onClick={() => show("")}>
                  Remove
                </button>
              )}
            </>
          ) : (
            <>
              <div
                role="progressbar"
                aria-label="Upload progress"
                aria-valuenow={Math.round(progress * 100)}
                className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-line"
              >
                <div className="h-full bg-plum" style={{ width: percent(progress) }} />
              </div>
              <span className="w-10 text-right text-sm tabular-nums">{percent(progress)}</span>
              <button
                type="button"
                className={look.button}
                onClick={() => upload.current?.abort()}
              >
                Cancel upload
              </button>
            </>
          )}
        </div>
        {reason && (
          <p role="alert" className={look.error}>
            {reason}
          </p>
        )}
      </div>
    </div>
  );
}
