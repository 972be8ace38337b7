// Passes the unsaved input of a dialog's forms to the dialog when it closes, and warns before the page
// is left.
import { useContext, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { DialogContext } from "./dialog.jsx";

const isPassword = (input) => input.type === "password";

/** Returns the values of a form by field, without files and, unless `all`, without passwords. */
function valuesOf(form, { all = false } = {}) {
  const passwords = all ? [] : [...form.elements].filter(isPassword).map(({ name }) => name);
  const entries = [...new FormData(form)].filter(
    ([name, value]) => typeof value === "string" && !passwords.includes(name),
  );
  return Object.fromEntries(entries);
}

/** Placed inside a form of a dialog; `restored` is true if the form opened with unsaved input. */
export function FormInput({ restored }) {
  const { forms } = useContext(DialogContext);
  const place = useRef(null);

  useEffect(() => {
    const form = place.current.closest("form");
    const text = () => JSON.stringify(valuesOf(form, { all: true }));
    const before = text();
    const hasChanged = () => restored || text() !== before;
    const input = {
      initial: valuesOf(form),
      hasChanged,
      read: () => (hasChanged() ? valuesOf(form) : {}),
    };
    forms.current.add(input);
    return () => forms.current.delete(input);
  }, []); // The form is remounted for each record.

  return <span ref={place} hidden />;
}

/** Placed once in a dialog with forms. */
export function LeaveWarning() {
  const { change, forms } = useContext(DialogContext);
  const hasChanged = () => [...forms.current].some((form) => form.hasChanged());

  useEffect(() => {
    const warn = (event) => hasChanged() && event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);

  // The Back button closes the dialog, like Escape, and leaves the page only when pressed again.
  const blocker = useBlocker(hasChanged);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    change(false);
  }, [blocker]);

  return null;
}

/** Both, for a dialog with one form. */
export function UnsavedInput({ restored }) {
  return (
    <>
      <FormInput restored={restored} />
      <LeaveWarning />
    </>
  );
}
