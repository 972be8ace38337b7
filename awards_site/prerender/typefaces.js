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
  const preload = (href) =>
    new Promise((resolve) => {
      const link = document.createElement("link");
      const attributes = { rel: "preload", as: "font", crossOrigin: "", href };
      document.head.append(Object.assign(link, attributes, { onload: resolve, onerror: resolve }));
    });
  const preloadAll = () =>
    Promise.all(
      [...sheet.textContent.matchAll(/normal;[^}]*url\(([^)]+)\)/g)].map(([, file]) => preload(file)),
    );
  if (document.referrer.startsWith(`${location.origin}/`)) {
    preloadAll();
    activate();
  } else if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    // Not "first-paint": a background may be painted well before the first text.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length) preloadAll().then(activate);
    }).observe({ type: "paint", buffered: true });
  } else {
    window.addEventListener("load", activate);
  }
})();
