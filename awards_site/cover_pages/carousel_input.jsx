// The further images of a carousel: several are added at once, removed, and put in order.
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import {
  FileButton,
  UploadProgress,
  useUpload,
} from "$/public/external/awards_site/admin/forms/uploads/upload.jsx";
import { Picture } from "$/public/external/awards_site/ui/images/picture/picture.jsx";

const looksLikeAddress = (text) => /^(\/[^/\s]|https?:\/\/[^\s/])\S*$/i.test(text);

export function CarouselInput({ attributes, label, maxImages, defaultValue, source, invalidAddress, classes }) {
  const [images, setImages] = useState(() => JSON.parse(defaultValue || "[]"));
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  const [news, setNews] = useState("");
  const { progress, reason, send, stop } = useUpload(source);
  const list = useRef(null);
  const labelId = useId();

  const add = (address) =>
    setImages((now) => (now.includes(address) || now.length >= maxImages ? now : [...now, address]));

  const addTyped = () => {
    const address = typed.trim();
    if (!looksLikeAddress(address)) {
      setSaid(invalidAddress);
      return;
    }
    add(address);
    setTyped("");
    setSaid("");
  };

  // The focus goes along with the image, or to the other button at the ends of the list.
  const focus = (place, what) => {
    setTimeout(() => {
      const buttons = list.current?.children[place]?.querySelectorAll("button") ?? [];
      const wanted = [...buttons].find((each) => each.dataset.what === what && !each.disabled);
      (wanted ?? [...buttons].find((each) => !each.disabled))?.focus();
    });
  };

  const move = (place, by) => {
    const next = [...images];
    next.splice(place + by, 0, ...next.splice(place, 1));
    setImages(next);
    setNews(`Image ${place + 1} is now image ${place + by + 1} of ${next.length}`);
    focus(place + by, by < 0 ? "up" : "down");
  };

  const remove = (place) => {
    setImages(images.filter((_, each) => each !== place));
    setNews(`Image ${place + 1} removed`);
    if (images.length > 1) focus(Math.min(place, images.length - 2), "remove");
    else document.getElementById(attributes.id)?.focus();
  };

  const step = (place, what, by, Arrow) => (
    <button
      type="button"
      data-what={what}
      aria-label={`Move ${what} image ${place + 1}`}
      title={`Move ${what}`}
      disabled={place + by < 0 || place + by >= images.length}
      className={classes.icon}
      onClick={() => move(place, by)}
    >
      <Arrow size={16} />
    </button>
  );

  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={attributes["aria-describedby"]}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <input type="hidden" name={attributes.name} value={JSON.stringify(images)} />
      {images.length > 0 && (
        <ol ref={list} className="mb-3 flex flex-col gap-1.5" data-testid="carousel-images">
          {images.map((address, place) => (
            <li key={address} className="flex items-center gap-2 rounded-md border border-line p-1.5">
              <span className="w-5 text-center text-xs text-muted tabular-nums">{place + 1}</span>
              <span className="grid h-12 w-20 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground">
                <Picture image={address} alt="" className="size-full object-cover">
                  <span className="px-1 text-center text-[0.65rem] text-muted">No picture here</span>
                </Picture>
              </span>
              <span className="min-w-0 flex-1 truncate text-xs text-muted" title={address}>
                {address.split("/").pop()}
              </span>
              {step(place, "up", -1, ArrowUp)}
              {step(place, "down", 1, ArrowDown)}
              <button
                type="button"
                data-what="remove"
                aria-label={`Remove image ${place + 1}`}
                title="Remove"
                className={classes.icon}
                onClick={() => remove(place)}
              >
                <X size={16} />
              </button>
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
          aria-label="Address of a carousel image"
          aria-invalid={said !== ""}
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
          <UploadProgress progress={progress} onStop={stop} classes={classes} />
        ) : (
          <FileButton
            source={source}
            label={source.uploadLabel}
            multiple
            classes={classes}
            onChoose={(files) => send(files, add)}
          />
        )}
      </div>
      {(said || reason) && (
        <p role="alert" className={classes.error}>
          {said || reason}
        </p>
      )}
      <span role="status" className="sr-only">
        {news}
      </span>
    </div>
  );
}
