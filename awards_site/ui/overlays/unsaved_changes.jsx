// Passes the unsaved input of a dialog's form to the dialog when it closes, and warns before the page
// is left.
import { useContext, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { DialogContext } from "$/public/external/awards_site/ui/overlays/dialog_parts/dialog.jsx";

/** Placed inside the form; `restored` is true if the form opened with unsaved input. */
export function UnsavedInput({ restored }) {
  const { change, unsavedInput } = useContext(DialogContext);
  const place = useRef(null);
  const before = useRef("");

  const read = () => Object.fromEntries(new FormData(place.current.closest("form")));
  const hasChanged = () => restored || JSON.stringify(read()) !== before.current;

  useEffect(() => {
    before.current = JSON.stringify(read());
  }, []);

  useEffect(() => {
    const warn = (event) => hasChanged() && event.preventDefault();
    unsavedInput.current = () => (hasChanged() ? read() : {});
    window.addEventListener("beforeunload", warn);
    return () => {
      unsavedInput.current = null;
      window.removeEventListener("beforeunload", warn);
    };
  });

  // The Back button closes the dialog, like Escape, and leaves the page only when pressed again.
  const blocker = useBlocker(hasChanged);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    change(false);
  }, [blocker]);

  return <span ref={place} hidden />;
}
