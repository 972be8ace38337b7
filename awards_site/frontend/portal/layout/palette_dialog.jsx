// The search of the portal: screens, new records, and the records that the API finds.
import { Description, Title } from "@radix-ui/react-dialog";
import { useCombobox } from "downshift";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Content, Root } from "../../overlays/dialog.jsx";
import { renewing, request } from "../../queries/request.js";

const DEBOUNCE_MS = 150;
const MIN_LETTERS = 2;
const BACKDROP =
  "fixed inset-0 z-50 bg-plum-deep/50 transition-opacity duration-150 starting:opacity-0 motion-reduce:transition-none";
const WINDOW =
  "fixed inset-x-2 top-2 z-50 flex max-h-[calc(100dvh-1rem)] flex-col overflow-hidden rounded-xl bg-white text-ink shadow-2xl outline-none transition duration-150 starting:opacity-0 motion-reduce:transition-none sm:inset-x-auto sm:top-[12dvh] sm:left-1/2 sm:max-h-[76dvh] sm:w-[calc(100vw-2rem)] sm:max-w-xl sm:-translate-x-1/2";
const NOTHING = { words: "", groups: [] };

// As `normalize_for_search` does on the server.
const plain = (text) =>
  text
    .replace(/[\u2018-\u201b\u02bc\u02b9\u2032`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .normalize("NFKD")
    .replace(/[\p{M}\u00ad\u200b\u2060]/gu, "")
    .toLowerCase();

/** Returns the destinations of one kind whose label has all words. */
function matching(destinations, kind, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return destinations.filter(
    (each) => each.kind === kind && words.every((word) => plain(each.label).includes(word)),
  );
}

/** Returns the groups that the API finds, and whether it is still looking or has failed. */
function useRecords(text) {
  const [found, setFound] = useState(NOTHING);
  const [error, setError] = useState("");
  const words = text.trim();
  const isWanted = words.length >= MIN_LETTERS;

  useEffect(() => {
    setError("");
    if (!isWanted) return undefined;
    const aborter = new AbortController();
    const { signal } = aborter;
    const search = async () => {
      try {
        const path = `/api/admin/search?${new URLSearchParams({ q: words })}`;
        const response = await renewing(() => request("GET", path, undefined, { signal }));
        setFound({ words, groups: await response.json() });
      } catch (failure) {
        if (!signal.aborted) setError(failure.reason ?? "The records could not be searched.");
      }
    };
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [words, isWanted]);

  // What was found for the letters before stays until the answer is there, unless there is none.
  const groups = isWanted && !error ? found.groups : [];
  return { groups, error, isSearching: isWanted && !error && found.words !== words };
}

function sectionsOf(destinations, text, groups) {
  const local = [
    { label: "Screens", items: matching(destinations, "screen", text) },
    { label: "Actions", items: matching(destinations, "action", text) },
  ];
  const records = groups.map(({ label, hits, listPath }) => ({
    label,
    items: [
      ...hits.map(({ title, detail, path }) => ({ label: title, detail, path })),
      ...(listPath ? [{ label: `All matches in ${label}`, path: listPath }] : []),
    ],
  }));
  return [...local, ...records].filter(({ items }) => items.length);
}

function summaryOf(count, { error, isSearching }) {
  if (error) return error;
  if (isSearching) return "Searching...";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}

function Palette({ destinations, onClose }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const records = useRecords(text);
  const sections = sectionsOf(destinations, text, records.groups);
  const items = sections.flatMap((section) => section.items);
  const list = useRef(null);

  const choose = (item) => {
    if (!item) return;
    onClose();
    navigate(item.path);
  };
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items,
    isOpen: true,
    selectedItem: null,
    itemToString: (item) => item?.label ?? "",
    itemToKey: (item) => item?.path,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    // The text is a search: choosing leaves it, and so does Escape, which closes the dialog.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputChange || type === useCombobox.stateChangeTypes.FunctionSetInputValue
        ? changes
        : { ...changes, inputValue: state.inputValue },
    onSelectedItemChange: ({ selectedItem }) => choose(selectedItem),
  });

  const { "aria-labelledby": ownLabel, ...input } = getInputProps({
    "aria-label": "Search the portal",
    onChange: (event) => setText(event.target.value),
    onKeyDown: (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.nativeEvent.preventDownshiftDefault = true;
      if (event.key === "Escape") onClose();
      // Before the answer is there, Enter would open what was found for fewer letters.
      else if (!records.isSearching || highlightedIndex < countLocal(sections)) choose(items[highlightedIndex]);
    },
  });

  useEffect(() => {
    if (highlightedIndex === 0) list.current.scrollTop = 0;
  }, [highlightedIndex]);

  let index = -1;
  return (
    <>
      <div className="relative flex-none border-b border-line focus-within:border-plum">
        <Search size={18} className="pointer-events-none absolute top-4.5 left-4 text-muted" />
        <input
          {...input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search screens and records"
          className="h-14 w-full bg-transparent pr-14 pl-12 text-base text-ink outline-none placeholder:text-muted/80"
        />
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="absolute top-1.5 right-1.5 grid size-11 cursor-pointer place-items-center rounded-md text-muted hover:bg-ground hover:text-ink focus-visible:outline-plum"
        >
          <X size={18} />
        </button>
      </div>
      <div
        {...getMenuProps({ ref: list, "aria-label": "Results", "aria-labelledby": undefined })}
        className="dialog-body overscroll-contain p-2"
      >
        {sections.map(({ label, items: shown }) => (
          <div key={label} role="group" aria-label={label} className="mb-1">
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
              {label}
            </p>
            {shown.map((item) => {
              index += 1;
              return (
                <div
                  key={item.path}
                  {...getItemProps({ item, index })}
                  className={`flex min-h-10 cursor-pointer flex-wrap items-baseline gap-x-3 rounded-md px-3 py-2 text-sm max-md:min-h-11 ${index === highlightedIndex ? "bg-plum text-on-plum" : ""}`}
                >
                  <span className="min-w-0 font-medium">{item.label}</span>
                  {item.detail && (
                    <span
                      className={`min-w-0 text-xs ${index === highlightedIndex ? "text-on-plum/80" : "text-muted"}`}
                    >
                      {item.detail}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={`flex-none border-t border-line px-5 py-2.5 text-xs ${records.error ? "text-danger" : "text-muted"}`}>
        {summaryOf(items.length, records)}
      </p>
    </>
  );
}

const countLocal = (sections) =>
  sections
    .filter(({ label }) => label === "Screens" || label === "Actions")
    .reduce((count, { items }) => count + items.length, 0);

export default function PaletteDialog({ open, onClose, destinations }) {
  return (
    <Root open={open} onClose={onClose}>
      <Content backdropClassName={BACKDROP} className={WINDOW} data-testid="command-palette">
        <Title className="sr-only">Search</Title>
        <Description className="sr-only">
          Screens, actions and records. The arrow keys choose, Enter opens.
        </Description>
        <Palette destinations={destinations} onClose={onClose} />
      </Content>
    </Root>
  );
}
