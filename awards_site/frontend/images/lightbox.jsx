// A lightbox of a filtered list's images. The viewer is loaded when it is first opened.
import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { notifyLoadFailed, useLazyImport } from "../queries/lazy.jsx";
import { useCloseOnBack } from "../overlays/back.js";
import { variantsOf } from "./picture.jsx";

const OpenContext = createContext(() => {});

// The next slides are loaded this many slides before the last one.
const AHEAD = 3;

const loadViewer = () => import("./lightbox_viewer.jsx");

// A small original is listed among the image's WebP variants; it serves in other formats, too.
function slideOf({ image, ...record }, format) {
  const { src, width, height, credit } = image;
  if (!width) return { ...record, credit, src };
  const variants = variantsOf(image, format);
  if (image.webp.includes(width) && format !== "webp") variants.push({ src, width, height });
  return { ...record, credit, src, width, height, srcSet: variants.length ? variants : undefined };
}

export function Lightbox({ records, total = records.length, onEnd, children }) {
  const [state, setState] = useState({ id: null, format: "webp", open: false });
  const [Viewer, fetchViewer] = useLazyImport(loadViewer);
  const slides = useMemo(
    () => records.map((record) => slideOf(record, state.format)),
    [records, state.format],
  );
  const index = Math.max(0, slides.findIndex((slide) => slide.id === state.id));
  const isAtEnd = state.open && slides.length < total && index >= slides.length - AHEAD;

  useCloseOnBack(state.open, () => setState((before) => ({ ...before, open: false })));

  // Once for each number of slides.
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, slides.length]);

  const open = async (id, image) => {
    // The source that the browser selected for the tile shows whether it supports AVIF.
    const format = image?.currentSrc.endsWith(".avif") ? "avif" : "webp";
    setState({ id, format, open: true });
    try {
      await fetchViewer();
    } catch {
      setState({ ...state, open: false });
      notifyLoadFailed("The photo");
    }
  };

  return (
    <OpenContext value={open}>
      {children}
      {state.open && !Viewer && <div aria-hidden="true" className="fixed inset-0 z-50 bg-plum-deep" />}
      {Viewer && (
        <Viewer
          slides={slides}
          total={Math.max(total, slides.length)}
          index={index}
          onIndex={(current) => setState((before) => ({ ...before, id: slides[current]?.id }))}
          open={state.open}
          close={() => setState({ ...state, open: false })}
        />
      )}
    </OpenContext>
  );
}

export function LightboxOpener({ record, children, ...rest }) {
  const open = useContext(OpenContext);
  return (
    <button type="button" aria-haspopup="dialog" data-subject="The photo" onClick={(event) => open(record.id, event.currentTarget.querySelector("img"))} {...rest}>
      {children}
    </button>
  );
}
