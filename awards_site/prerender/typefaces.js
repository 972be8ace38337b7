// Activates the font faces: before the first paint for visitors from another page of the site, whose
// browsers have cached the fonts, and after it for others, because browsers block text on fonts.
(() => {
  const sheet = document.currentScript.previousElementSibling;
  let activate;
  // Resolves once the font faces are active; loader.js awaits it.
  window.__TYPEFACES__ = new Promise((resolve) => {
    activate = () => {
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
    activate();
  } else if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    // Not "first-paint": a background may be painted well before the first text.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length) activate();
    }).observe({ type: "paint", buffered: true });
  } else {
    window.addEventListener("load", activate);
  }
})();
