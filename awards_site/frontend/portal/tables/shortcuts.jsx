// Keyboard shortcuts of a management screen, and their switch, which this browser remembers.
import { useEffect, useState } from "react";

const STORED = "awards:shortcuts";
const ROW = "[data-testid=record]";
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";
const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";
const MAX_OPENING_MS = 1000;

const find = (name) => document.querySelector(`[data-shortcut=${name}]`);

// A dialog opens after a request; until then, other shortcuts would replace it.
let openingUntil = 0;

function open(button) {
  if (!button || button.disabled) return;
  openingUntil = performance.now() + MAX_OPENING_MS;
  button.click();
}

function moveRow(step) {
  const rows = [...document.querySelectorAll(ROW)];
  const current = rows.indexOf(document.activeElement?.closest(ROW));
  const next = current < 0 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
}

const SHORTCUTS = {
  "/": () => document.querySelector("main input[type=search]")?.focus(),
  n: () => open(find("create")),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  e: () => open(document.activeElement?.closest(ROW)?.querySelector("[data-shortcut=edit]")),
  "?": () => open(find("help")),
};

const isOn = () => window.localStorage.getItem(STORED) !== "off";

function isForPage({ target, ctrlKey, metaKey, altKey, defaultPrevented }) {
  const isCommand = ctrlKey || metaKey || altKey || defaultPrevented;
  return !isCommand && !target.closest?.(TYPING) && !document.querySelector(OVERLAY);
}

/** Listens to the shortcuts while the screen is shown. */
export function Shortcuts() {
  useEffect(() => {
    const press = (event) => {
      if (document.querySelector(OVERLAY)) openingUntil = 0;
      if (performance.now() < openingUntil) return;
      const run = Object.hasOwn(SHORTCUTS, event.key) && SHORTCUTS[event.key];
      if (!run || !isOn() || !isForPage(event)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return null;
}

/** The switch of the shortcuts. */
export function ShortcutSwitch({ label, className }) {
  const [on, setOn] = useState(isOn);
  const change = (event) => {
    setOn(event.target.checked);
    window.localStorage.setItem(STORED, event.target.checked ? "on" : "off");
  };
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
      <input type="checkbox" role="switch" checked={on} onChange={change} className={className} />
      {label}
    </label>
  );
}
