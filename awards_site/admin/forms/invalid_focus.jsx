// Moves the focus to a form's first refused field whenever the refused fields change.
import { useEffect, useRef } from "react";

export function InvalidFocus({ errors }) {
  const place = useRef(null);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const invalid = place.current.closest("form")?.querySelectorAll("[aria-invalid=true]") ?? [];
    [...invalid].find((input) => input.checkVisibility())?.focus();
  }, [errors]);

  return <span ref={place} hidden />;
}
