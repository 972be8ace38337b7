// A combobox that selects one record of another entity, searched on the server.
import { useCombobox } from "downshift";
import { ChevronDown, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { request } from "../../queries/request.js";

const DEBOUNCE_MS = 200;
const MAX_RESULTS = 10;
const MENU =
  "absolute inset-x-0 top-full z-20 mt-1 scroll-my-4 rounded-md border border-line bg-white shadow-lg";
const NO_RESULTS = { items: [], total: 0 };
const { stateChangeTypes: CHANGE } = useCombobox;

async function fetchJson(path) {
  const response = await request("GET", path);
  return response.json();
}

/** Searches a list; the response of an outdated search is dropped. */
function useSearch(path, sort) {
  const [results, setResults] = useState(NO_RESULTS);
  const [phase, setPhase] = useState("");
  const latestRequestId = useRef(0);
  const timer = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);

  const search = async (text) => {
    const requestId = ++latestRequestId.current;
    const query = new URLSearchParams({ search: text, sort, page: 1, pageSize: MAX_RESULTS });
    try {
      const response = await fetchJson(`${path}?${query}`);
      if (requestId !== latestRequestId.current) return;
      setResults(response);
      setPhase("");
    } catch {
      if (requestId !== latestRequestId.current) return;
      setResults(NO_RESULTS);
      setPhase("failed");
    }
  };
  const scheduleSearch = (text, delay) => {
    clearTimeout(timer.current);
    setPhase("searching");
    timer.current = setTimeout(search, delay, text);
  };
  return { results, phase, scheduleSearch };
}

function summary(phase, { items, total }, recordLabel) {
  if (phase === "searching") return "Searching...";
  if (phase === "failed") return "Search failed. Please try again.";
  if (total === 0) return `No ${recordLabel}s found`;
  if (total === items.length) return `${total} found`;
  return `The first ${items.length} of ${total.toLocaleString("en")}; type to narrow them down`;
}

export default function RecordCombobox({
  attributes: { name, ...attributes },
  recordLabel,
  defaultValue,
  path,
  titleKey,
  detailKeys,
  classes,
}) {
  const [value, setValue] = useState(defaultValue ?? "");
  const [selected, setSelected] = useState(null);
  const [hasLoadFailed, setHasLoadFailed] = useState(false);
  const { results, phase, scheduleSearch } = useSearch(path, titleKey);
  const menu = useRef(null);

  const nameOf = (record) => record?.[titleKey] ?? "";

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, getToggleButtonProps, setInputValue } =
    useCombobox({
    inputId: attributes.id,
    items: results.items,
    itemToString: nameOf,
    selectedItem: selected,
    defaultHighlightedIndex: 0,
    // Typed text is only a search: blur and Escape restore the selected record's name.
    stateReducer: (state, { type, changes }) => {
      if (type === CHANGE.InputBlur || type === CHANGE.InputKeyDownEscape) {
        const isCleared = type === CHANGE.InputBlur && state.inputValue === "";
        const selectedItem = isCleared ? null : state.selectedItem;
        return { ...changes, selectedItem, inputValue: nameOf(selectedItem) };
      }
      return changes;
    },
    onSelectedItemChange: ({ selectedItem }) => select(selectedItem),
    onIsOpenChange: ({ isOpen: opened, type }) => {
      if (opened && type !== CHANGE.InputChange) scheduleSearch("", 0);
    },
  });

  const select = (record) => {
    setSelected(record);
    setValue(record ? record.id : "");
    setHasLoadFailed(false);
  };
  const remove = () => {
    select(null);
    setInputValue("");
    document.getElementById(attributes.id).focus();
  };

  useEffect(() => {
    if (!defaultValue) return;
    fetchJson(`${path}/${defaultValue}`).then(
      (record) => {
        setSelected(record);
        setInputValue(nameOf(record));
      },
      () => setHasLoadFailed(true),
    );
  }, []); // The field is remounted for each record.

  useEffect(() => {
    if (isOpen) menu.current.scrollIntoView({ block: "nearest" });
  }, [isOpen, results]);

  // The field's label names the input instead.
  const { "aria-labelledby": ownLabel, ...input } = getInputProps({
    onChange: (event) => scheduleSearch(event.target.value, DEBOUNCE_MS),
    onKeyDown: (event) => {
      if (event.key !== "Enter" || !isOpen) return;
      // Enter selects from the list; it does not submit the form or select an outdated result.
      event.preventDefault();
      if (phase === "searching") event.nativeEvent.preventDownshiftDefault = true;
    },
  });
  return (
    <div className="relative">
      <input type="hidden" name={name} value={value} />
      <div className="relative">
        <input
          {...attributes}
          {...input}
          type="text"
          placeholder={hasLoadFailed ? `The ${recordLabel} could not be read` : `Search ${recordLabel}s`}
          className={`${classes.input} pr-20`}
        />
        <div className="absolute inset-y-0 right-1 flex items-center">
          {value !== "" && (
            <button type="button" aria-label={`Remove ${recordLabel}`} className={classes.icon} onClick={remove}>
              <X size={16} />
            </button>
          )}
          <button
            type="button"
            {...getToggleButtonProps()}
            aria-label={`Show ${recordLabel}s`}
            className={classes.icon}
          >
            <ChevronDown size={16} />
          </button>
        </div>
      </div>
      <div ref={menu} className={isOpen ? MENU : "hidden"}>
        <ul {...getMenuProps({ "aria-label": `${recordLabel}s` })} className="max-h-60 overflow-y-auto">
          {isOpen &&
            results.items.map((record, index) => (
              <li
                key={record.id}
                {...getItemProps({ item: record, index })}
                className={`cursor-pointer px-3 py-2 text-sm ${index === highlightedIndex ? "bg-ground" : ""}`}
              >
                <span className="font-medium">{nameOf(record)}</span>
                <span className="block text-xs text-muted">
                  {detailKeys.map((key) => record[key]).filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
        </ul>
        <p role="status" className="border-t border-line px-3 py-1.5 text-xs text-muted">
          {isOpen && summary(phase, results, recordLabel)}
        </p>
      </div>
    </div>
  );
}
