// A button beside the form of a dialog that passes its input on without submitting it.

/** Calls `onAct` with the input of the form in the same dialog, by field name. */
export function FormAction({ onAct, children, ...props }) {
  const act = (event) => {
    const form = event.currentTarget.closest("[role=dialog]").querySelector("form");
    onAct(Object.fromEntries(new FormData(form)));
  };
  return (
    <button type="button" onClick={act} {...props}>
      {children}
    </button>
  );
}
