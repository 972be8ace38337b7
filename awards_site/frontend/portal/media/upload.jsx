// Uploads files to the media library: chosen by a button, or dropped anywhere on the page.
import { useEffect, useRef, useState } from "react";
import { FileButton, UploadProgress, notifyError, useUpload } from "../uploads/upload.jsx";
import { notify } from "../../events.js";

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
    const of = (kind) => files.filter((file) => file.type.startsWith(`${kind}/`));
    let count = 0;
    const sent = () => (count += 1);
    if (of("image").length + of("video").length === 0) notifyError(wrongType);
    await images.send(of("image"), sent);
    await videos.send(of("video"), sent);
    if (count === 0) return;
    onDone();
    if (count < files.length) return;
    const title = count === 1 ? "1 file uploaded" : `${count} files uploaded`;
    notify({ title });
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
