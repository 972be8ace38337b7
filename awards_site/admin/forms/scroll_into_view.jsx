// Scrolls to the region that it stands in, which has just come to be there.
import { useEffect, useRef } from "react";

export function ScrollIntoView() {
  const place = useRef(null);

  useEffect(() => {
    place.current.parentElement.scrollIntoView({ block: "nearest" });
  }, []);

  return <span ref={place} hidden />;
}
