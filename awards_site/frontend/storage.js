// Where the browser refuses its storage, as it does with cookies blocked, and then throws an error at each
// use, the page gets one of its own. First script of every page: libraries use storage, too.
(() => {
  const replace = (owner, name, property) => {
    try {
      Object.defineProperty(owner, name, { ...property, configurable: true });
    } catch {
      // The browser has it and does not let it be replaced.
    }
  };
  const copyOf = (storage) => {
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
      Object.assign(stored, storage.call(window));
    } catch {
      // A blocked one cannot.
    }
    return stored;
  };
  ["localStorage", "sessionStorage"].forEach((name) => {
    const { value, get: storage = () => value } = Object.getOwnPropertyDescriptor(window, name) ?? {};
    const usable = () => {
      try {
        const probe = "awards:probe";
        const own = storage.call(window);
        own.setItem(probe, probe);
        own.getItem(probe);
        own.removeItem(probe);
        return own;
      } catch {
        return copyOf(storage);
      }
    };
    const get = () => {
      const found = usable();
      replace(window, name, { value: found, writable: true });
      return found;
    };
    // Tried at its first use: the browser reads it from its disk, which holds up the page.
    replace(window, name, { get });
  });
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  const orNothing = (action) => {
    try {
      return action();
    } catch {
      return "";
    }
  };
  // Not read before it is needed, either.
  replace(document, "cookie", {
    get: () => orNothing(() => cookie.get.call(document)),
    set: (text) => orNothing(() => cookie.set.call(document, text)),
  });
})();
