import { useId, useLayoutEffect, useRef, useState } from "react";
import { ItemButtons, focusButton } from "../forms/item_buttons.jsx";
import { FileButton, LibraryButton, UploadProgress, useUpload } from "../uploads/upload.jsx";
import { Picture } from "../../images/picture.jsx";
import { UploadInput } from "../uploads/upload_input.jsx";

// The further images of a carousel, which can be added, removed and reordered.

const isUrlOrPath = (text) => /^(\/[^/\s]|https?:\/\/[^\s/])\S*$/i.test(text);

export function CarouselInput({ attributes, label, maxImages, defaultValue, source, invalidUrlMessage, classes }) {
  const [images, setImages] = useState(() => JSON.parse(defaultValue || "[]"));
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const { progress, errorMessage, send, cancel } = useUpload(source);
  const list = useRef(null);
  const labelId = useId();

  const add = (url) =>
    setImages((current) =>
      current.includes(url) || current.length >= maxImages ? current : [...current, url],
    );

  const addTyped = () => {
    const url = typed.trim();
    if (!isUrlOrPath(url)) {
      setError(invalidUrlMessage);
      return;
    }
    add(url);
    setTyped("");
    setError("");
  };

  const move = (index, by) => {
    const next = [...images];
    next.splice(index + by, 0, ...next.splice(index, 1));
    setImages(next);
    setAnnouncement(`Image ${index + 1} is now image ${index + by + 1} of ${next.length}`);
    focusButton(list, index + by, by < 0 ? "up" : "down");
  };

  const remove = (index) => {
    setImages(images.filter((_, each) => each !== index));
    setAnnouncement(`Image ${index + 1} removed`);
    if (images.length > 1) focusButton(list, Math.min(index, images.length - 2), "remove");
    else document.getElementById(attributes.id)?.focus();
  };

  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={attributes["aria-describedby"]}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <input type="hidden" name={attributes.name} value={JSON.stringify(images)} />
      {images.length > 0 && (
        <ol ref={list} className="mb-3 flex flex-col gap-1.5" data-testid="carousel-images">
          {images.map((url, index) => (
            <li key={url} className="flex items-center gap-2 rounded-md border border-line p-1.5">
              <span className="w-5 text-center text-xs text-muted tabular-nums">{index + 1}</span>
              <span className="grid h-12 w-20 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground">
                <Picture image={url} alt="" className="size-full object-cover">
                  <span className="px-1 text-center text-[0.65rem] text-muted">Image unavailable</span>
                </Picture>
              </span>
              <span className="min-w-0 flex-1 truncate text-xs text-muted" title={url}>
                {url.split("/").pop()}
              </span>
              <ItemButtons
                label="image"
                index={index}
                count={images.length}
                classes={classes}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="flex gap-2">
        <input
          id={attributes.id}
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="https://..."
          aria-label="URL of a carousel image"
          aria-invalid={error !== ""}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            addTyped();
          }}
          className={classes.input}
        />
        <button type="button" className={classes.button} onClick={addTyped}>
          Add image
        </button>
      </div>
      <div className="mt-2 flex min-h-9 flex-wrap items-center gap-2">
        {progress ? (
          <UploadProgress progress={progress} onCancel={cancel} classes={classes} />
        ) : (
          <>
            <FileButton
              source={source}
              label={source.uploadLabel}
              multiple
              classes={classes}
              onChoose={(files) => send(files, add)}
            />
            <LibraryButton source={source} classes={classes} onChoose={add} />
          </>
        )}
      </div>
      {(error || errorMessage) && (
        <p role="alert" className={classes.error}>
          {error || errorMessage}
        </p>
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}

// A cover page's main image or video, depending on the form's media type.

/** Returns the value of `kinds` for the form's select `name`; null on the first render. */
function useKind(ref, name, kinds) {
  const [kind, setKind] = useState(null);
  useLayoutEffect(() => {
    const form = ref.current.closest("form");
    const read = () => setKind(kinds[form.elements[name].value]);
    read();
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, [ref, name, kinds]);
  return kind;
}

/** `kinds` maps each media type to a kind of file, `sources` each kind to its label and upload URL. */
export function MediaInput({ typeName, kinds, sources, attributes, defaultValue, classes }) {
  const root = useRef(null);
  const kind = useKind(root, typeName, kinds);
  const initialKind = useRef(null);
  // Each kind keeps its own URL, so that switching back restores it.
  const [urls, setUrls] = useState({});

  if (!kind) {
    return (
      <div ref={root}>
        {/* The form has its values from the start, with which later ones are compared. */}
        <input type="hidden" name={attributes.name} value={defaultValue} />
      </div>
    );
  }
  initialKind.current ??= kind;
  return (
    <div ref={root}>
      <label htmlFor={attributes.id} className={classes.label}>
        {sources[kind].label}
      </label>
      <UploadInput
        key={kind}
        attributes={attributes}
        source={sources[kind]}
        defaultValue={urls[kind] ?? (kind === initialKind.current ? defaultValue : "")}
        onUrl={(url) => setUrls((current) => ({ ...current, [kind]: url }))}
        classes={classes}
      />
    </div>
  );
}
