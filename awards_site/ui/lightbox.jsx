// A lightbox over the pictures of a filtered list. Its viewer is loaded when it is first opened.
import { createContext, useContext, useState } from "react";
import { useMatching } from "$/public/external/awards_site/ui/filters/filters.jsx";
import { tellMissing, usePart } from "$/public/external/awards_site/ui/lazy/lazy.jsx";

const OpenContext = createContext(() => {});

const loadViewer = () => import("./lightbox_viewer.jsx");

export function Lightbox({ records, filters, children }) {
  const [shown, setShown] = useState({ id: null, open: false });
  const [Viewer, fetchViewer] = usePart(loadViewer);
  const slides = useMatching(records, filters);

  const open = async (id) => {
    setShown({ id, open: true });
    try {
      await fetchViewer();
    } catch {
      setShown({ id: null, open: false });
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
    <button type="button" aria-haspopup="dialog" onClick={() => open(record.id)} {...rest}>
      {children}
    </button>
  );
}
