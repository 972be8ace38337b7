// Stands in a finished page and starts its scripts late: once it has been drawn and the browser is
// idle, or at the first touch. What was pressed or chosen before they answer is done again then.
(() => {
  const TOUCHES = ["pointerdown", "keydown", "focusin", "click", "change"];
  let begun = false;
  let missed = null;
  const modules = document.currentScript.dataset.modules.split(" ");
  const load = () => {
    modules.forEach((href) => {
      const link = document.createElement("link");
      document.head.append(Object.assign(link, { rel: "modulepreload", href }));
    });
    import(modules[0]);
  };
  const begin = () => {
    if (begun) return;
    begun = true;
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", load);
    else load();
  };
  const notice = ({ type, target }) => {
    begin();
    const control = type === "click" ? target.closest?.("button") : target.closest?.("select");
    if (control && (type === "click" || type === "change")) {
      missed = { type, control, value: control.value };
    }
  };
  const press = (control) => {
    // Some controls answer to the press itself, as tabs do.
    ["pointerdown", "mousedown", "pointerup", "mouseup"].forEach((type) => {
      const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
      control.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true }));
    });
    control.click();
  };
  const repeat = () => {
    if (missed?.type === "click") press(missed.control);
    if (missed?.type === "change") {
      missed.control.value = missed.value;
      missed.control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };
  TOUCHES.forEach((type) => document.addEventListener(type, notice, { capture: true, passive: true }));
  window.addEventListener(
    "awards:alive",
    () => {
      TOUCHES.forEach((type) => document.removeEventListener(type, notice, { capture: true }));
      setTimeout(repeat);
    },
    { once: true },
  );
  const whenIdle = (act) =>
    window.requestIdleCallback ? requestIdleCallback(act, { timeout: 500 }) : setTimeout(act, 50);
  // A phone lays a long page out section by section, so that it is never busy for long.
  const layOut = ([section, ...others]) => {
    if (!section) {
      whenIdle(begin);
      return;
    }
    section.style.contentVisibility = "visible";
    section.getBoundingClientRect();
    setTimeout(layOut, 0, others);
  };
  // What is laid out in a fallback is laid out again when its typeface comes.
  const haveTypefaces = async () => {
    await window.__TYPEFACES__;
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  };
  const pass = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  window.addEventListener("load", async () => {
    await Promise.race([haveTypefaces(), pass(2000)]);
    const sections = [...document.querySelectorAll("main > section ~ section")];
    layOut(sections.filter((each) => getComputedStyle(each).contentVisibility === "auto"));
  });
  // A choice in the address is not in the page yet.
  if (location.search) begin();
})();
