// A lightbox over the pictures of a filtered list. Its viewer is loaded when it is first opened.
import { createContext, useContext, useMemo, useState } from "react";
import { useMatching } from "$/public/external/awards_site/ui/lists/filters/filters.jsx";
import { tellMissing, usePart } from "$/public/external/awards_site/ui/queries/lazy/lazy.jsx";
import { copiesOf } from "$/public/external/awards_site/ui/images/picture/picture.jsx";

const OpenContext = createContext(() => {});

const loadViewer = () => import("./lightbox_viewer.jsx");

// A picture that is light enough to be sent as it is counts among its own copies in WebP.
function slideOf({ image, ...record }, kind) {
  const { src, width, height } = image;
  if (!width) return { ...record, src };
  const copies = copiesOf(image, kind);
  if (image.webp.includes(width) && kind !== "webp") copies.push({ src, width, height });
  return { ...record, src, width, height, srcSet: copies.length ? copies : undefined };
}

export function Lightbox({ records, filters, children }) {
  const [shown, setShown] = useState({ id: null, kind: "webp", open: false });
  const [Viewer, fetchViewer] = usePart(loadViewer);
  const matching = useMatching(records, filters);
  const slides = useMemo(
    () => matching.map((record) => slideOf(record, shown.kind)),
    [matching, shown.kind],
  );

  const open = async (id, picture) => {
    // What the browser has chosen for the page says what it can read.
    const kind = picture?.currentSrc.endsWith(".avif") ? "avif" : "webp";
    setShown({ id, kind, open: true });
    try {
      await fetchViewer();
    } catch {
      setShown({ ...shown, open: false });
      tellMissing("The photo");
    }
  };

  return (
    <OpenContext value={open}>
      {children}
      {shown.open && !Viewer && <div aria-hidden="true" className="fixed inset-0 z-50 bg-plum-deep" />}
      {Viewer && (
        <Viewer
          slides={slides}
          index={Math.max(0, slides.findIndex((slide) => slide.id === shown.id))}
          open={shown.open}
          close={() => setShown({ ...shown, open: false })}
        />
      )}
    </OpenContext>
  );
}

export function LightboxOpener({ record, children, ...rest }) {
  const open = useContext(OpenContext);
  return (
    <button type="button" aria-haspopup="dialog" onClick={(event) => open(record.id, event.currentTarget.querySelector("img"))} {...rest}>
      {children}
    </button>
  );
}
