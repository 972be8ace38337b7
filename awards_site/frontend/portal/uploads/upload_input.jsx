// An input for the URL of a file, which is typed or set by an upload.
import { useRef, useState } from "react";
import { FileButton, LibraryButton, UploadProgress, notifyError, useUpload } from "./upload.jsx";
import { Placeholder } from "../../images/picture.jsx";

const isCompleteUrl = (url) => /^(\/[^/\\]|https?:\/\/[^\s/])/i.test(url);

const WIDTHS = { image: "w-24", video: "w-44" };

function Preview({ media, url, contained, onBroken }) {
  if (media === "video") {
    return (
      <video
        src={url}
        aria-label="Preview"
        controls
        muted
        playsInline
        preload="metadata"
        onError={onBroken}
        className="size-full"
      />
    );
  }
  const fit = contained ? "object-contain p-1" : "object-cover";
  return <img src={url} alt="Preview" className={`size-full ${fit}`} onError={onBroken} />;
}

/**
 * `source` is the return value of `upload_source` (awards_site/portal/inputs.py). Calls
 * `onUrl(url)` on each change. A file is uploaded when it is chosen, or by a separate button if the
 * source has a `noFile` toast. `stoppedToast`, if any, is shown when the input is removed during
 * an upload.
 */
export function UploadInput({ attributes, defaultValue, source, classes, onUrl, stoppedToast }) {
  const [url, setUrl] = useState(defaultValue ?? "");
  // A typed URL is previewed on blur, not on each key press.
  const [previewUrl, setPreviewUrl] = useState(url);
  const [broken, setBroken] = useState(false);
  const [chosen, setChosen] = useState(null);
  const { progress, errorMessage, send, cancel } = useUpload(source, stoppedToast);
  const { noFile } = source.toasts;

  // An upload ends in a later render than it began.
  const latestOnUrl = useRef(onUrl);
  latestOnUrl.current = onUrl;

  const change = (next) => {
    setUrl(next);
    latestOnUrl.current?.(next);
  };
  const preview = (next) => {
    setPreviewUrl(next);
    if (next !== previewUrl) setBroken(false);
  };
  const changeAndPreview = (next) => {
    change(next);
    preview(next);
  };
  const sendOne = (file) =>
    send([file], (uploadedUrl) => {
      setChosen(null);
      changeAndPreview(uploadedUrl);
    });

  return (
    <div className="flex flex-wrap gap-4 sm:flex-nowrap">
      <div
        className={`${WIDTHS[source.media]} grid h-24 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground`}
      >
        {isCompleteUrl(previewUrl) && !broken ? (
          <Preview
            media={source.media}
            url={previewUrl}
            contained={Boolean(noFile)}
            onBroken={() => setBroken(true)}
          />
        ) : (
          <span className="grid justify-items-center gap-1 p-1 text-center text-xs text-muted">
            {previewUrl && <Placeholder name="Preview" className="size-4.5" />}
            {previewUrl ? source.brokenLabel : source.emptyLabel}
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <input
          {...attributes}
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="https://..."
          value={url}
          onChange={(event) => change(event.target.value)}
          onBlur={() => preview(url)}
        />
        <div className="mt-2 flex min-h-9 flex-wrap items-center gap-2">
          {progress ? (
            <UploadProgress progress={progress} onCancel={cancel} classes={classes} />
          ) : (
            <>
              <FileButton
                source={source}
                label={noFile ? source.chooseLabel : source.uploadLabel}
                classes={classes}
                onChoose={([file]) => (noFile ? setChosen(file) : sendOne(file))}
              />
              {noFile && (
                <button
                  type="button"
                  className={classes.button}
                  onClick={() => (chosen ? sendOne(chosen) : notifyError(noFile))}
                >
                  {source.uploadLabel}
                </button>
              )}
              <LibraryButton source={source} classes={classes} onChoose={changeAndPreview} />
              {url && (
                <button type="button" className={classes.button} onClick={() => changeAndPreview("")}>
                  Remove
                </button>
              )}
            </>
          )}
        </div>
        {noFile && (
          <p role="status" className={`${classes.help} break-all empty:hidden`}>
            {chosen && `${chosen.name} is not uploaded yet`}
          </p>
        )}
        {errorMessage && (
          <p role="alert" className={classes.error}>
            {errorMessage}
          </p>
        )}
      </div>
    </div>
  );
}
