// Moves the focus to the form's first invalid field whenever the validation errors change.
import { useEffect, useRef } from "react";

export function InvalidFocus({ errors }) {
  const marker = useRef(null);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const invalid = marker.current.closest("form")?.querySelectorAll("[aria-invalid=true]") ?? [];
    [...invalid].find((input) => input.getClientRects().length)?.focus();
  }, [errors]);

  return <span ref={marker} hidden />;
}
