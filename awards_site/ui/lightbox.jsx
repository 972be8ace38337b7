// A lightbox over the pictures of a filtered list. Its viewer is loaded when it is first opened.
import { createContext, useContext, useState } from "react";
import { useMatching } from "$/public/external/awards_site/ui/filters/filters.jsx";

const OpenContext = createContext(() => {});

const NOT_LOADED = {
  title: "The photo cannot be opened now",
  description: "Please check your connection and try again.",
  destructive: true,
};

export function Lightbox({ records, filters, children }) {
  const [shown, setShown] = useState({ id: null, open: false });
  const [viewer, setViewer] = useState(null);
  const slides = useMatching(records, filters);

  const open = async (id) => {
    setShown({ id, open: true });
    try {
      setViewer(await import("./lightbox_viewer.jsx"));
    } catch {
      setShown({ id: null, open: false });
      window.dispatchEvent(new CustomEvent("awards:notify", { detail: NOT_LOADED }));
    }
  };

  return (
    <OpenContext value={open}>
      {children}
      {shown.open && !viewer && <div aria-hidden="true" className="fixed inset-0 z-50 bg-plum-deep" />}
      {viewer && (
        <viewer.Viewer
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
