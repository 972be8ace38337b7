// Names the browser's tab for the record that a page shows, once it is known which one that is.
import { useEffect } from "react";

export function DocumentTitle({ name }) {
  useEffect(() => {
    const [programme] = document.title.split(" | ").reverse();
    document.title = `${name} | ${programme}`;
  }, [name]);
  return null;
}
