// Where the browser refuses its storage, as it does with cookies blocked, and then throws an error at each
// use, the page gets one of its own. First script of every page: libraries use storage, too.
(() => {
  const replace = (owner, name, value) => {
    try {
      Object.defineProperty(owner, name, { value, writable: true, configurable: true });
    } catch {
      // The browser has it and does not let it be replaced.
    }
  };
  ["localStorage", "sessionStorage"].forEach((name) => {
    try {
      const probe = "awards:probe";
      window[name].setItem(probe, probe);
      window[name].getItem(probe);
      window[name].removeItem(probe);
    } catch {
      const methods = {
        getItem: (key) => (Object.hasOwn(stored, key) ? stored[key] : null),
        setItem: (key, value) => void (stored[key] = String(value)),
        removeItem: (key) => void delete stored[key],
        clear: () => Object.keys(stored).forEach((key) => delete stored[key]),
        key: (index) => Object.keys(stored)[index] ?? null,
      };
      // As in a real one, the keys are properties, the methods are inherited.
      const stored = Object.create(methods, { length: { get: () => Object.keys(stored).length } });
      try {
        // A full one can be read.
        Object.assign(stored, window[name]);
      } catch {
        // A blocked one cannot.
      }
      replace(window, name, stored);
    }
  });
  try {
    void document.cookie;
  } catch {
    replace(document, "cookie", "");
  }
})();
