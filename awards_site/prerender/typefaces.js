// Puts the typefaces in place: before the first paint for who comes from another page of the site
// and has them already, after it for all others, because a browser waits for fonts it is told of.
(() => {
  const sheet = document.currentScript.previousElementSibling;
  let show;
  // Others wait for it, who need the texts in their typefaces.
  window.__TYPEFACES__ = new Promise((resolve) => {
    show = () => {
      sheet.media = "all";
      resolve();
    };
  });
  const preload = (href) => {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "preload", as: "font", crossOrigin: "", href }));
  };
  if (document.referrer.startsWith(`${location.origin}/`)) {
    for (const [, file] of sheet.textContent.matchAll(/normal;[^}]*url\(([^)]+)\)/g)) preload(file);
    show();
  } else if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    // A background may be painted well before the first words are.
    const words = "first-contentful-paint";
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName(words).length) show();
    }).observe({ type: "paint", buffered: true });
  } else {
    window.addEventListener("load", show);
  }
})();
