// A field that chooses one record of another entity: typing searches for it on the server.
import { useCombobox } from "downshift";
import { ChevronDown, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { request } from "$/public/external/awards_site/ui/queries/request/request.js";

const PAUSE_MS = 200;
const SHOWN = 10;
const MENU =
  "absolute inset-x-0 top-full z-20 mt-1 scroll-my-4 rounded-md border border-line bg-white shadow-lg";
const NOTHING = { items: [], total: 0 };
const { stateChangeTypes: CHANGE } = useCombobox;

async function read(path) {
  const response = await request("GET", path);
  return response.json();
}

/** Finds the first records of a list; an response that a newer question has overtaken is dropped. */
function useSearch(listPath, sort) {
  const [found, setFound] = useState(NOTHING);
  const [phase, setPhase] = useState("");
  const latest = useRef(0);
  const timer = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);

  const search = async (text) => {
    const requestNumber = ++latest.current;
    const query = new URLSearchParams({ search: text, sort, page: 1, pageSize: SHOWN });
    try {
      const response = await read(`${listPath}?${query}`);
      if (requestNumber !== latest.current) return;
      setFound(response);
      setPhase("");
    } catch {
      if (requestNumber !== latest.current) return;
      setFound(NOTHING);
      setPhase("failed");
    }
  };
  const ask = (text, pause) => {
    clearTimeout(timer.current);
    setPhase("searching");
    timer.current = setTimeout(search, pause, text);
  };
  return { found, phase, ask };
}

function summary(phase, { items, total }, recordLabel) {
  if (phase === "searching") return "Searching...";
  if (phase === "failed") return `The ${recordLabel}s could not be searched. Please try again.`;
  if (total === 0) return `No ${recordLabel}s found`;
  if (total === items.length) return `${total} found`;
  return `The first ${items.length} of ${total.toLocaleString("en")}; type to narrow them down`;
}

export function RecordPicker({
  attributes: { name, ...attributes },
  recordLabel,
  defaultValue,
  listPath,
  itemPath,
  titleKey,
  detailKeys,
  classes,
}) {
  const [value, setValue] = useState(defaultValue ?? "");
  const [chosen, setChosen] = useState(null);
  const [unread, setUnread] = useState(false);
  const { found, phase, ask } = useSearch(listPath, titleKey);
  const menu = useRef(null);

  const nameOf = (record) => record?.[titleKey] ?? "";

  const {
    isOpen,
    highlightedIndex,
    getInputProps,
    getMenuProps,
    getItemProps,
    getToggleButtonProps,
    setInputValue,
  } = useCombobox({
    inputId: attributes.id,
    items: found.items,
    itemToString: nameOf,
    selectedItem: chosen,
    defaultHighlightedIndex: 0,
    // What is typed is a search: only what is picked from the list is chosen, and leaving the
    // field shows again what is.
    stateReducer: (state, { type, changes }) => {
      if (type === CHANGE.InputBlur) {
        const kept = state.inputValue === "" ? null : state.selectedItem;
        return { ...changes, selectedItem: kept, inputValue: nameOf(kept) };
      }
      if (type === CHANGE.InputKeyDownEscape) {
        const { selectedItem } = state;
        return { ...changes, selectedItem, inputValue: nameOf(selectedItem) };
      }
      return changes;
    },
    onSelectedItemChange: ({ selectedItem }) => choose(selectedItem),
    onIsOpenChange: ({ isOpen: opened, type }) => {
      if (opened && type !== CHANGE.InputChange) ask("", 0);
    },
  });

  const choose = (record) => {
    setChosen(record);
    setValue(record ? record.id : "");
    setUnread(false);
  };
  const remove = () => {
    choose(null);
    setInputValue("");
    document.getElementById(attributes.id).focus();
  };

  useEffect(() => {
    if (!defaultValue) return;
    read(itemPath.replace("{id}", defaultValue)).then(
      (record) => {
        setChosen(record);
        setInputValue(nameOf(record));
      },
      () => setUnread(true),
    );
  }, []); // The field is drawn anew for each record.

  useEffect(() => {
    if (isOpen) menu.current.scrollIntoView({ block: "nearest" });
  }, [isOpen, found]);

  // The field's own label names the input.
  const { "aria-labelledby": ownLabel, ...input } = getInputProps({
    onChange: (event) => ask(event.target.value, PAUSE_MS),
    onKeyDown: (event) => {
      if (event.key !== "Enter" || !isOpen) return;
      // Enter picks from the list. It neither submits the form nor picks from an outdated list.
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
          placeholder={unread ? `The ${recordLabel} could not be read` : `Search ${recordLabel}s`}
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
            found.items.map((record, index) => (
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
          {isOpen && summary(phase, found, recordLabel)}
        </p>
      </div>
    </div>
  );
}
