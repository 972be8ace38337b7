import { useEffect, useRef, useState } from "react";
import { FileButton, LibraryButton, UploadProgress, isHeic, notifyError, useUpload } from "../uploads/upload.jsx";
import { Picture, Placeholder } from "../../images/picture.jsx";
import { notify } from "../../events.js";

// The focal point of an image, in per cent, which is set by a click or with two sliders.

const CENTRE = 50;
const LAYOUT = { sizes: [["", "24rem"]] };
const CROPS = ["aspect-4/5 h-16", "aspect-square h-16", "aspect-21/9 h-16"];

const percent = (offset, length) => Math.min(Math.max(Math.round((100 * offset) / length), 0), 100);
const toNumber = (text) => (text === "" ? CENTRE : Number(text));

function Slider({ label, value, classes, onChange, ...attributes }) {
  return (
    <label className="flex items-center gap-3 text-sm">
      <span className="w-20 flex-none">{label}</span>
      <input
        {...attributes}
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-plum"
      />
      <output className="w-10 text-right text-xs tabular-nums">{value}%</output>
    </label>
  );
}

/** Submits both coordinates, which are empty while none is set. */
export function FocalPointInput({ attributes, defaultValue, yName, defaultY, image, classes }) {
  const [point, setPoint] = useState(
    defaultValue === "" && defaultY === "" ? null : { x: toNumber(defaultValue), y: toNumber(defaultY) },
  );
  const { x, y } = point ?? { x: CENTRE, y: CENTRE };
  const { position, ...uncropped } = image;
  const style = { objectPosition: `${x}% ${y}%` };

  const choose = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPoint({
      x: percent(event.clientX - box.left, box.width),
      y: percent(event.clientY - box.top, box.height),
    });
  };
  return (
    <div role="group" aria-label="Focal point" className="grid min-w-0 content-start gap-3">
      <input type="hidden" name={attributes.name} value={point ? x : ""} />
      <input type="hidden" name={yName} value={point ? y : ""} />
      <div className="grid justify-items-center rounded-md border border-line bg-ground p-2">
        <div className="relative cursor-crosshair" onClick={choose} data-testid="focal-image">
          <Picture image={uncropped} alt="" layout={LAYOUT} className="block max-h-52 w-auto">
            <span className="grid justify-items-center gap-2 p-8 text-sm text-muted">
              <Placeholder name="Broken image" className="size-6" />
              The image cannot be shown.
            </span>
          </Picture>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-white bg-plum/60 shadow-md"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </div>
      </div>
      <p id={`${attributes.id}-help`} className={classes.help}>
        Click what matters most in the image, or use the sliders. Every crop keeps it in view.
      </p>
      <Slider
        id={attributes.id}
        aria-describedby={attributes["aria-describedby"]}
        label="From left"
        value={x}
        onChange={(next) => setPoint({ x: next, y })}
      />
      <Slider label="From top" value={y} onChange={(next) => setPoint({ x, y: next })} />
      <div className="flex min-h-16 flex-wrap items-center gap-2">
        <span aria-hidden="true" className="contents" data-testid="crops">
          {CROPS.map((crop) => (
            <span key={crop} className={`${crop} block flex-none overflow-hidden rounded-sm bg-line`}>
              <Picture image={uncropped} alt="" layout={LAYOUT} style={style} className="size-full object-cover">
                <span />
              </Picture>
            </span>
          ))}
        </span>
        {point && (
          <button type="button" className={classes.button} onClick={() => setPoint(null)}>
            Reset to center
          </button>
        )}
      </div>
    </div>
  );
}

// Chooses or uploads the file that replaces another one everywhere.

function UploadOther({ source, classes, onUrl }) {
  const { progress, send, cancel } = useUpload(source);
  if (progress) return <UploadProgress progress={progress} onCancel={cancel} classes={classes} />;
  return (
    <FileButton source={source} label="Upload another file" classes={classes} onChoose={([file]) => send([file], onUrl)} />
  );
}

export function ReplaceButton({ source, classes, onChoose }) {
  return (
    <LibraryButton
      source={source}
      label="Replace everywhere"
      title="Replace everywhere by"
      classes={classes}
      onChoose={onChoose}
    >
      {(choose) => <UploadOther source={source} classes={classes} onUrl={choose} />}
    </LibraryButton>
  );
}

// Uploads files to the media library: chosen by a button, or dropped anywhere on the page.

const OVERLAY = "[role=dialog], [role=alertdialog]";

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

/** Calls `onFiles` with files that are dropped on the page, and returns whether some are over it. */
function usePageDrop(onFiles) {
  const [over, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const hover = (event) => {
      if (!hasFiles(event)) return;
      // Keeps the browser from opening the file.
      event.preventDefault();
      setOver(!document.querySelector(OVERLAY));
    };
    const leave = (event) => event.relatedTarget || setOver(false);
    const drop = (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!document.querySelector(OVERLAY)) latest.current([...event.dataTransfer.files]);
    };
    const handlers = { dragover: hover, dragleave: leave, drop };
    Object.entries(handlers).forEach(([name, handler]) => window.addEventListener(name, handler));
    return () =>
      Object.entries(handlers).forEach(([name, handler]) => window.removeEventListener(name, handler));
  }, []);
  return over;
}

/** `sources` has those of images and videos; `onDone` is called once some files are uploaded. */
export function MediaUpload({ sources, wrongType, classes, onDone }) {
  const images = useUpload(sources.image);
  const videos = useUpload(sources.video);
  const running = images.progress ? images : videos;

  const send = async (files) => {
    if (running.progress) {
      notifyError(["Upload in progress", "Wait for the upload to finish, or cancel it."]);
      return;
    }
    const of = (kind) =>
      files.filter((file) => file.type.startsWith(`${kind}/`) || (kind === "image" && isHeic(file)));
    let count = 0;
    const sent = () => (count += 1);
    if (of("image").length + of("video").length === 0) notifyError(wrongType);
    await images.send(of("image"), sent);
    await videos.send(of("video"), sent);
    if (count === 0) return;
    onDone();
    if (count < files.length) return;
    notify({ title: count === 1 ? "1 file uploaded" : `${count} files uploaded` });
  };
  const over = usePageDrop(send);

  return (
    <>
      {over && (
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center border-4 border-dashed border-plum bg-surface/85 text-lg font-semibold">
          Drop images and videos to upload them
        </div>
      )}
      {running.progress ? (
        <div className="flex min-w-64 flex-wrap items-center gap-2 max-sm:w-full" data-testid="media-progress">
          <UploadProgress progress={running.progress} onCancel={running.cancel} classes={classes} />
        </div>
      ) : (
        <>
          <span className="flex-none text-sm text-muted max-lg:hidden">Drop files anywhere, or</span>
          <FileButton
            source={{ accept: `${sources.image.accept},${sources.video.accept}` }}
            label="Upload Files"
            multiple
            classes={{ ...classes, button: classes.submit }}
            onChoose={send}
          />
        </>
      )}
    </>
  );
}
