// Sets the document title to the name of the record that the page shows.
import { useEffect } from "react";

export function DocumentTitle({ name }) {
  useEffect(() => {
    const [programme] = document.title.split(" | ").reverse();
    document.title = `${name} | ${programme}`;
  }, [name]);
  return null;
}
