import { X } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { ExportedIds } from "../lists/export.jsx";
import { formatDuration } from "../../queries/dates.js";

// The selection of a list's rows. It is kept across pages and orders of the list, until the search or
// a filter changes.

const MAX_NAMES = 3;

const NONE = { picked: new Map(), all: false };
let selection = NONE;
let rows = [];
let rowsUrl = "";
let lastToggled = null;
const listeners = new Set();

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function select(next) {
  selection = next;
  listeners.forEach((listener) => listener());
}

const useSelection = () => useSyncExternalStore(subscribe, () => selection);

const nameOf = (row) => [row.id, row.display_name];

function clear() {
  lastToggled = null;
  select(NONE);
}

/** Selects or deselects some rows; deselecting one of all matches leaves those of the page. */
function pick(chosen, on) {
  const picked = new Map(selection.all ? rows.map(nameOf) : selection.picked);
  chosen.forEach((row) => (on ? picked.set(...nameOf(row)) : picked.delete(row.id)));
  select({ picked, all: false });
}

/** Returns the rows from the one that was toggled last to this one. */
function rangeTo(id) {
  const [first, last] = [lastToggled, id]
    .map((each) => rows.findIndex((row) => row.id === each))
    .sort((one, other) => one - other);
  return rows.slice(first < 0 ? last : first, last + 1);
}

const CHECKBOX = "size-4.5 cursor-pointer accent-plum focus-visible:outline-plum max-md:size-6";
const TARGET = "size-8 flex-none cursor-pointer place-items-center select-none max-md:size-11 print:hidden";
const HEADING_TARGET = `inline-grid ${TARGET} mr-2 align-middle max-md:absolute max-md:-top-13 max-md:left-0 md:-ml-2`;

/** The checkbox of a row; with Shift it sets all rows from the last one on. */
export function RowCheckbox({ recordId, name, className }) {
  const { picked, all } = useSelection();
  const change = (event) => {
    const isRange = event.nativeEvent.shiftKey && lastToggled !== null;
    const chosen = isRange ? rangeTo(recordId) : rows.filter((row) => row.id === recordId);
    pick(chosen, event.target.checked);
    lastToggled = recordId;
  };
  return (
    <label className={`grid ${TARGET} ${className}`}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={all || picked.has(recordId)}
        onChange={change}
        className={CHECKBOX}
      />
    </label>
  );
}

/** The checkbox of all rows of the page; the children are its visible label, if it has one. */
export function PageCheckbox({ rows: shown, className, children }) {
  const { picked, all } = useSelection();
  const count = all ? shown.length : shown.filter((row) => picked.has(row.id)).length;
  const isPart = count > 0 && count < shown.length;
  const input = useRef(null);
  useEffect(() => {
    input.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className={className ?? HEADING_TARGET}>
      <input
        ref={input}
        type="checkbox"
        aria-label="Select all on this page"
        checked={count > 0 && !isPart}
        onChange={(event) => pick(shown, event.target.checked)}
        className={CHECKBOX}
      />
      {children}
    </label>
  );
}

/** What the list shows of its records: not which page of them, nor their order. */
function queryOf({ pathname, search }) {
  const params = new URLSearchParams(search);
  ["page", "sort"].forEach((name) => params.delete(name));
  return `${pathname}?${params}`;
}

/**
 * The bar with the number of selected records and the actions on them. An action gets its name and the
 * selection: `ids`, or `all` matches of the list, their `count`, and the first `names`. `progress` says
 * what is being done to them, if anything is. The children export the selected records.
 */
export function SelectionBar({
  rows: shown,
  total,
  max,
  maxExported,
  actions,
  progress,
  version,
  onAct,
  className,
  buttonClassName,
  dangerClassName,
  progressClassName,
  children,
}) {
  const { picked, all } = useSelection();
  const location = useLocation();
  const query = queryOf(location);
  const count = all ? total : picked.size;

  useEffect(() => clear, [query, version]);
  useEffect(() => {
    // Rows that have left the same page were deleted.
    const url = location.pathname + location.search;
    const before = url === rowsUrl ? rows : [];
    const gone = before.filter((row) => !shown.some((each) => each.id === row.id));
    rows = shown;
    rowsUrl = url;
    if (gone.some((row) => selection.picked.has(row.id))) pick(gone, false);
  }, [shown]);

  const act = (action) => {
    if (progress) return;
    const names = all ? shown.map((row) => row.display_name) : [...picked.values()];
    const ids = all ? [] : [...picked.keys()];
    onAct(action, { ids, all, count, names: names.slice(0, MAX_NAMES) });
  };
  const canSelectAll = !all && total > count && total <= max;
  const isTooLong = count > max;

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {progress || (count > 0 && `${count} selected`)}
      </p>
      {count > 0 && (
        <div role="region" aria-label="Selection" className={className}>
          {progress && <progress aria-label={progress} className={progressClassName} />}
          <span className="text-sm font-semibold tabular-nums">{count} selected</span>
          {canSelectAll && (
            <button
              type="button"
              onClick={() => select({ picked: new Map(), all: true })}
              className={buttonClassName}
            >
              Select all {total} matches
            </button>
          )}
          {isTooLong ? (
            <span className="text-sm text-danger">At most {max} can be changed at once.</span>
          ) : (
            actions.map(({ action, label }) => (
              <button
                key={action}
                type="button"
                onClick={() => act(action)}
                aria-disabled={progress !== ""}
                className={action === "delete" ? dangerClassName : buttonClassName}
              >
                {label}
              </button>
            ))
          )}
          {count <= maxExported && (
            <ExportedIds value={all ? null : [...picked.keys()]}>{children}</ExportedIds>
          )}
          <button
            type="button"
            onClick={clear}
            aria-label="Clear selection"
            title="Clear selection"
            className={`${buttonClassName} ml-auto`}
          >
            <X size={16} />
          </button>
        </div>
      )}
    </>
  );
}

// Keyboard shortcuts of a management screen, and their switch, which this browser remembers.

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

// In a dialog that shows one record after the other, the same keys step to the next one.
const STEPS = { j: "next", k: "previous" };

function isNoInput({ target, ctrlKey, metaKey, altKey, defaultPrevented }) {
  const isCommand = ctrlKey || metaKey || altKey || defaultPrevented;
  return !isCommand && !target.closest?.(TYPING);
}

/** Listens to the shortcuts while the screen is shown. */
export function Shortcuts() {
  useEffect(() => {
    const press = (event) => {
      if (document.querySelector(OVERLAY)) openingUntil = 0;
      if (performance.now() < openingUntil) return;
      const step = Object.hasOwn(STEPS, event.key) && find(STEPS[event.key]);
      const shortcut = Object.hasOwn(SHORTCUTS, event.key) && SHORTCUTS[event.key];
      const run = document.querySelector(OVERLAY) ? step && (() => step.click()) : shortcut;
      if (!run || !isOn() || !isNoInput(event)) return;
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

// A screen's first rows are drawn before the others, so that they are visible earlier.

// More than fit a screen before it is scrolled.
const FIRST_ROWS = 10;

/** Returns the first of the `rows` at first, and then all. */
export function useFirstRows(rows) {
  return rows.slice(0, useDeferredValue(rows.length, FIRST_ROWS));
}

// The time until an instant, updated every second, or a text once it is past.

export function TimeLeft({ target, over, ...rest }) {
  const [now, setNow] = useState(() => Date.now());
  const ms = Date.parse(target) - now;
  const isOver = ms <= 0;

  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, target]);

  return (
    <span role="timer" aria-live="off" {...rest}>
      {isOver ? over : `in ${formatDuration(ms)}`}
    </span>
  );
}

// The buttons of a row.

/** Stops the second click of a double click, which would undo the first. */
export function stopSecondClick(event) {
  if (event.detail > 1) event.stopPropagation();
}
