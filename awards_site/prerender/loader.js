// Inlined in each page. Loads the page's scripts once it is painted and the browser is idle, or at the
// first interaction. The last click or choice before hydration is replayed after it.
(() => {
  const INTERACTIONS = ["pointerdown", "keydown", "focusin", "click", "change"];
  let isStarted = false;
  let pending = null;
  const modules = document.currentScript.dataset.modules.split(" ");
  const load = () => {
    modules.forEach((href) => {
      const link = document.createElement("link");
      document.head.append(Object.assign(link, { rel: "modulepreload", href }));
    });
    import(modules[0]);
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", load);
    else load();
  };
  const onInteraction = ({ type, target }) => {
    start();
    const control = type === "click" ? target.closest?.("button") : target.closest?.("select");
    if (control && (type === "click" || type === "change")) {
      pending = { type, control, value: control.value };
    }
  };
  const press = (control) => {
    // Some controls, such as tabs, react to pointerdown or mousedown.
    ["pointerdown", "mousedown", "pointerup", "mouseup"].forEach((type) => {
      const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
      control.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true }));
    });
    control.click();
  };
  const replay = () => {
    if (pending?.type === "click") press(pending.control);
    if (pending?.type === "change") {
      pending.control.value = pending.value;
      pending.control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };
  INTERACTIONS.forEach((type) =>
    document.addEventListener(type, onInteraction, { capture: true, passive: true }),
  );
  window.addEventListener(
    "awards:hydrated",
    () => {
      INTERACTIONS.forEach((type) =>
        document.removeEventListener(type, onInteraction, { capture: true }),
      );
      setTimeout(replay);
    },
    { once: true },
  );
  const whenIdle = (callback) =>
    window.requestIdleCallback
      ? requestIdleCallback(callback, { timeout: 500 })
      : setTimeout(callback, 50);
  // On phones, layout runs section by section, which avoids long tasks.
  const layOut = ([section, ...others]) => {
    if (!section) {
      whenIdle(start);
      return;
    }
    section.style.contentVisibility = "visible";
    section.getBoundingClientRect();
    setTimeout(layOut, 0, others);
  };
  // Text in a fallback font would be laid out again when its typeface loads.
  const typefacesLoaded = async () => {
    await window.__TYPEFACES__;
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  };
  const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  window.addEventListener("load", async () => {
    await Promise.race([typefacesLoaded(), sleep(2000)]);
    const sections = [...document.querySelectorAll("main > section ~ section")];
    layOut(sections.filter((each) => getComputedStyle(each).contentVisibility === "auto"));
  });
  // Filters in the URL's query are not applied in the prerendered page.
  if (location.search) start();
})();
