// A dialog in which staff choose a file of the media library. Loaded when it is first opened.
import { useEffect, useRef, useState } from "react";
import { Picture, Placeholder } from "../../images/picture.jsx";
import { Window } from "../dialogs/dialogs.jsx";
import { Root } from "../../overlays/dialog.jsx";
import { request } from "../../queries/request.js";

const PATH = "/api/admin/media";
const PAGE_SIZE = 40;
const DEBOUNCE_MS = 200;
const LAYOUT = { sizes: [["(min-width: 40rem)", "11rem"], ["", "46vw"]], ratio: 4 / 3 };
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "up", ArrowDown: "down" };

/** Reads the list by pages; the response of an outdated search is dropped. */
function useItems(kind) {
  const [found, setFound] = useState({ items: [], total: 0, page: 0 });
  const [phase, setPhase] = useState("loading");
  const latest = useRef(0);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const load = async (search, page) => {
    const id = ++latest.current;
    const query = new URLSearchParams({ kind, page, pageSize: PAGE_SIZE, ...(search && { search }) });
    try {
      const next = await (await request("GET", `${PATH}?${query}`)).json();
      if (id !== latest.current) return;
      setFound(({ items }) => ({ ...next, items: page === 1 ? next.items : [...items, ...next.items] }));
      setPhase("ready");
    } catch {
      if (id === latest.current) setPhase("failed");
    }
  };
  const search = (text, delay = DEBOUNCE_MS) => {
    clearTimeout(timer.current);
    setPhase("loading");
    timer.current = setTimeout(load, delay, text, 1);
  };
  return { found, phase, search, more: (text) => load(text, found.page + 1) };
}

function status(phase, { items, total }, isSearch) {
  if (phase === "loading") return "Loading...";
  if (phase === "failed") return "The media library could not be read. Please try again.";
  if (total === 0) return isSearch ? "Nothing found." : "The media library is empty.";
  return items.length < total ? `${items.length} of ${total}` : `${total} in total`;
}

/** Moves the focus from one item of the grid to the next one in the direction of an arrow key. */
function moveFocus(event) {
  const step = STEPS[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const current = buttons.indexOf(document.activeElement);
  const top = buttons[0]?.offsetTop;
  const columns = buttons.filter((each) => each.offsetTop === top).length;
  const by = { up: -columns, down: columns }[step] ?? step;
  const next = buttons[current + by];
  if (current < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function Item({ item, onChoose }) {
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-label={`Choose ${item.title}`}
        title={item.title}
        onClick={() => onChoose(item.url)}
        className="block w-full cursor-pointer overflow-hidden rounded-md border border-line text-left hover:border-gold focus-visible:outline-2 focus-visible:outline-plum"
      >
        <span className="grid aspect-4/3 place-items-center overflow-hidden bg-ground">
          {item.image ? (
            <Picture image={item.image} alt="" layout={LAYOUT} className="size-full object-cover">
              <Placeholder name={item.title} className="size-5.5" />
            </Picture>
          ) : (
            <Placeholder drawing="film" name={item.title} className="size-5.5" />
          )}
        </span>
        <span className="block truncate px-2 py-1.5 text-xs">{item.title}</span>
      </button>
    </li>
  );
}

/** Calls `onChoose` with the URL of a file of the `kind` "image" or "video". */
export default function MediaPicker({ kind, title, dialog, classes, onChoose, onClose, children }) {
  const [text, setText] = useState("");
  const { found, phase, search, more } = useItems(kind);

  useEffect(() => search("", 0), []);

  const type = (event) => {
    setText(event.target.value);
    search(event.target.value.trim());
  };
  return (
    <Root open onClose={onClose}>
      <Window
        title={title}
        description={`Choose ${kind === "image" ? "an image" : "a video"} that was uploaded before.`}
        backdropClassName={dialog.backdrop_class_name}
        className={dialog.class_name}
        data-testid="media-picker"
      >
        <div className="flex flex-none flex-wrap items-center gap-3 px-5 pt-4 sm:px-6">
          <input
            type="search"
            aria-label="Search the media library"
            placeholder="Search the media library"
            autoComplete="off"
            value={text}
            onChange={type}
            // The form around the field must not be submitted.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            className={`${classes.input} sm:max-w-72`}
          />
          <p role="status" className="text-sm text-muted tabular-nums">
            {status(phase, found, text !== "")}
          </p>
          {children}
        </div>
        <div className="dialog-body p-5 sm:p-6">
          <ul
            aria-label="Media"
            aria-busy={phase === "loading"}
            onKeyDown={moveFocus}
            className="grid min-h-40 grid-cols-2 content-start gap-3 sm:grid-cols-4 lg:grid-cols-5"
          >
            {found.items.map((item) => (
              <Item key={item.id} item={item} onChoose={onChoose} />
            ))}
          </ul>
          {found.items.length < found.total && (
            <button type="button" className={`${classes.button} mt-4`} onClick={() => more(text.trim())}>
              Show More
            </button>
          )}
        </div>
      </Window>
    </Root>
  );
}
