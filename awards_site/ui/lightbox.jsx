// A lightbox over the pictures of a filtered list. Its viewer is loaded when it is first opened.
import { createContext, lazy, Suspense, useContext, useState } from "react";
import { useMatching } from "$/public/external/awards_site/ui/filters/filters.jsx";

const Viewer = lazy(() => import("./lightbox_viewer.jsx"));

const OpenContext = createContext(() => {});

export function Lightbox({ records, filters, children }) {
  const [shown, setShown] = useState({ id: null, open: false });
  const slides = useMatching(records, filters);

  return (
    <OpenContext value={(id) => setShown({ id, open: true })}>
      {children}
      {shown.id !== null && (
        <Suspense fallback={<div aria-hidden="true" className="fixed inset-0 z-50 bg-plum-deep/95" />}>
          <Viewer
            slides={slides}
            index={Math.max(0, slides.findIndex((slide) => slide.id === shown.id))}
            open={shown.open}
            close={() => setShown({ ...shown, open: false })}
          />
        </Suspense>
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
