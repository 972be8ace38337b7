// Puts the typefaces in place: before the first paint where this tab has fetched them already, and
// after it elsewhere, because a browser that is told of fonts waits for them before it paints.
(() => {
  const FETCHED = "typefaces";
  const sheet = document.currentScript.previousElementSibling;
  const files = Array.from(sheet.textContent.matchAll(/normal;[^}]*url\(([^)]+)\)/g), ([, file]) => file);
  const fetched = () => {
    try {
      const before = sessionStorage.getItem(FETCHED);
      sessionStorage.setItem(FETCHED, files.join());
      return before === files.join();
    } catch {
      return false; // Nothing may be stored here.
    }
  };
  const show = () => {
    sheet.media = "all";
  };
  const preload = (href) => {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "preload", as: "font", crossOrigin: "", href }));
  };
  if (fetched()) {
    files.forEach(preload);
    show();
  } else if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    new PerformanceObserver(show).observe({ type: "paint", buffered: true });
  } else {
    window.addEventListener("load", show);
  }
})();
