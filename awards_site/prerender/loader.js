// Inlined in each page. Loads the page's scripts once it is painted and the browser is idle, or at the
// first interaction. What a visitor does before hydration is replayed after it; a form that waits
// longer than MAX_WAIT_MS, or whose scripts fail to load, is posted by the browser itself.
(() => {
  const MAX_WAIT_MS = 8000;
  const INTERACTIONS = ["pointerdown", "keydown", "focusin", "click", "change", "submit"];
  const MOVES = /^(Arrow|Page|Home|End|Escape)/;
  let isStarted = false;
  const held = [];
  const modules = document.currentScript.dataset.modules.split(" ");
  // All load at once, and each is evaluated in a task of its own, after those that it imports.
  const load = () => {
    Promise.all(modules.map((href) => import(href))).catch(fail);
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", load);
    else load();
  };
  // Keeps an event from the parts of the page that are hydrated already, because it is replayed. An
  // impatient second click on a control is the same wish as the first.
  const hold = (event, action) => {
    event.stopPropagation();
    const { type } = event;
    const last = held.at(-1);
    if (last?.type !== type || last.control !== action.control || action.key) held.push({ type, ...action });
  };
  const onInteraction = (event) => {
    start();
    const { type, target, key } = event;
    const button = target.closest?.("button");
    if (type === "submit") {
      if (target.method !== "post") return;
      event.preventDefault();
      setTimeout(giveUp, MAX_WAIT_MS);
      hold(event, { control: target });
    }
    // A click on a form's button is followed by the form's submission.
    if (type === "click" && button && !button.form) hold(event, { control: button });
    if (type === "change" && target.matches("select")) {
      hold(event, { control: target });
      held.at(-1).value = target.value;
    }
    if (type === "keydown" && button && MOVES.test(key)) hold(event, { control: button, key });
  };
  const dispatch = (control, Kind, type, more) =>
    control.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...more }));
  const REPLAYS = {
    click({ control }) {
      // Some controls, such as tabs, react to pointerdown or mousedown.
      ["pointerdown", "mousedown", "pointerup", "mouseup"].forEach((type) =>
        dispatch(control, type.startsWith("pointer") ? PointerEvent : MouseEvent, type),
      );
      control.click();
    },
    change({ control, value }) {
      control.value = value;
      dispatch(control, Event, "change");
    },
    // The key before may have moved the focus.
    keydown: ({ key }) => dispatch(document.activeElement, KeyboardEvent, "keydown", { key }),
    submit: ({ control }) => control.requestSubmit(),
  };
  const release = () => {
    INTERACTIONS.forEach((type) =>
      document.removeEventListener(type, onInteraction, { capture: true }),
    );
    return held.splice(0);
  };
  // The next interaction tries again.
  const fail = () => {
    if (held.some(({ type }) => type === "submit")) return giveUp();
    isStarted = false;
    const clicked = held.splice(0).findLast(({ control }) => control.dataset.subject);
    if (!clicked) return;
    document.getElementById("load-failed")?.remove();
    const note = document.createElement("p");
    note.style.cssText = "position:fixed;z-index:100;inset:auto 1rem 1rem;max-width:26rem;padding:1rem 1.25rem;background:var(--color-danger);color:#fff";
    note.textContent = `${clicked.control.dataset.subject} cannot be opened now. Please check your connection and try again.`;
    Object.assign(note, { id: "load-failed", role: "alert" }).dataset.testid = "notice";
    document.body.append(note);
    window.addEventListener("awards:hydrated", () => note.remove(), { once: true });
  };
  const giveUp = () => {
    const submission = release().find(({ type }) => type === "submit");
    if (submission) HTMLFormElement.prototype.submit.call(submission.control);
  };
  const replay = ([action, ...others]) => {
    if (!action) return;
    if (action.control.isConnected) REPLAYS[action.type](action);
    setTimeout(replay, 0, others);
  };
  INTERACTIONS.forEach((type) => document.addEventListener(type, onInteraction, { capture: true }));
  window.addEventListener("awards:hydrated", () => setTimeout(replay, 0, release()), { once: true });
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
    // The next frame lays out the text, and so begins to load them.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
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

  // Machine translation moves text nodes into elements of its own, or replaces them. React removes
  // and inserts them where it has put them, and would take the whole page down if that failed.
  const { removeChild, insertBefore } = Node.prototype;
  const childOf = (parent, node) => {
    while (node && node.parentNode !== parent) node = node.parentNode;
    return node;
  };
  Node.prototype.removeChild = function (node) {
    const child = childOf(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
  Node.prototype.insertBefore = function (node, next) {
    return insertBefore.call(this, node, childOf(this, next));
  };
})();
