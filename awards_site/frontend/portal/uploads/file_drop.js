// Files that are dropped on an element.
import { useState } from "react";

/** Returns whether files are dragged over an element, and the element's drag handlers. */
export function useDrop(onFiles) {
  const [over, setOver] = useState(false);
  const hover = (value) => (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Keeps the browser from opening the file.
    event.preventDefault();
    setOver(value);
  };
  const onDrop = (event) => {
    hover(false)(event);
    onFiles([...event.dataTransfer.files]);
  };
  return [over, { onDragOver: hover(true), onDragLeave: hover(false), onDrop }];
}
