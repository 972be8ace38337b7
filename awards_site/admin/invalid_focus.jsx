// Moves the focus to a form's first refused field whenever the refused fields change.
import { useEffect, useRef } from "react";

export function InvalidFocus({ errors }) {
  const place = useRef(null);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    place.current.closest("form")?.querySelector("[aria-invalid=true]")?.focus();
  }, [errors]);

  return <span ref={place} hidden />;
}
