// A field for a file: one that is sent to the server with its progress shown, or a typed address.
import { useState } from "react";
import { FileButton, UploadProgress, tell, useUpload } from "./upload.jsx";

const looksComplete = (address) => /^(\/[^/\\]|https?:\/\/[^\s/])/i.test(address);

const WIDTHS = { image: "w-24", video: "w-44" };

function Preview({ media, address, whole, onBroken }) {
  if (media === "video") {
    return (
      <video
        src={address}
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
  const fit = whole ? "object-contain p-1" : "object-cover";
  return <img src={address} alt="Preview" className={`size-full ${fit}`} onError={onBroken} />;
}

/**
 * `source` is where files are sent (awards_site/admin/forms/uploads.py); `onAddress` hears of each change.
 * Where the source has words for it, a button sends the chosen file, too.
 */
export function UploadInput({ attributes, defaultValue, source, classes, onAddress }) {
  const [address, setAddress] = useState(defaultValue ?? "");
  // An address is looked up once it has been typed, not at every key.
  const [shown, setShown] = useState(address);
  const [broken, setBroken] = useState(false);
  const [chosen, setChosen] = useState(null);
  const { progress, reason, send, stop } = useUpload(source);
  const { noFile } = source.notices;

  const type = (next) => {
    setAddress(next);
    onAddress?.(next);
  };
  const lookUp = (next) => {
    setShown(next);
    if (next !== shown) setBroken(false);
  };
  const show = (next) => {
    type(next);
    lookUp(next);
  };
  const choose = ([file]) => {
    setChosen(file);
    send([file], show);
  };

  return (
    <div className="flex flex-wrap gap-4 sm:flex-nowrap">
      <div
        className={`${WIDTHS[source.media]} grid h-24 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground`}
      >
        {looksComplete(shown) && !broken ? (
          <Preview
            media={source.media}
            address={shown}
            whole={Boolean(noFile)}
            onBroken={() => setBroken(true)}
          />
        ) : (
          <span className="p-1 text-center text-xs text-muted">
            {shown ? source.nothingThere : source.nothing}
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
          value={address}
          onChange={(event) => type(event.target.value)}
          onBlur={() => lookUp(address)}
        />
        <div className="mt-2 flex min-h-9 flex-wrap items-center gap-2">
          {progress ? (
            <UploadProgress progress={progress} onStop={stop} classes={classes} />
          ) : (
            <>
              <FileButton
                source={source}
                label={noFile ? source.chooseLabel : source.uploadLabel}
                classes={classes}
                onChoose={choose}
              />
              {noFile && (
                <button
                  type="button"
                  className={classes.button}
                  onClick={() => (chosen ? send([chosen], show) : tell(noFile))}
                >
                  {source.uploadLabel}
                </button>
              )}
              {address && (
                <button type="button" className={classes.button} onClick={() => show("")}>
                  Remove
                </button>
              )}
            </>
          )}
        </div>
        {reason && (
          <p role="alert" className={classes.error}>
            {reason}
          </p>
        )}
      </div>
    </div>
  );
}
