// Scrolls its parent element into view when it mounts.
import { useEffect, useRef } from "react";

export function ScrollIntoView() {
  const marker = useRef(null);

  useEffect(() => {
    marker.current.parentElement.scrollIntoView({ block: "nearest" });
  }, []);

  return <span ref={marker} hidden />;
}
