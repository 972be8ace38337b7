// Replaces the package react-style-singleton, by which dialogs lock the page's scroll position: it
// creates `<style>` elements, which the content security policy of public pages forbids.
import { useEffect } from "react";

/** Returns a component that applies `styles` to the document while any instance is mounted. */
export function styleSingleton() {
  let sheet = null;
  let count = 0;
  return function Sheet({ styles }) {
    useEffect(() => {
      if (count === 0) {
        // Not earlier: Node.js has no style sheets.
        sheet ??= new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }
      count += 1;
      return () => {
        count -= 1;
        if (count > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
    }, []);
    return null;
  };
}
