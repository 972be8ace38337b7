// The controls of a management screen's list. What they choose stands in the address bar alone:
// the router then has the server read the list, as it does after a reload or the Back button.
import { Content, Root } from "@radix-ui/react-tabs";
import { ArrowUp, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Pagination } from "$/public/external/awards_site/ui/lists/pagination/pagination.jsx";

const SEARCH_DELAY_MS = 80;
const MAX_PAGES_WITHOUT_INPUT = 10;
const SORT_BUTTON =
  "group -mx-1.5 inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-sm px-1.5 hover:text-ink focus-visible:outline-plum";
const PAGE_BUTTON =
  "grid min-h-9 min-w-9 cursor-pointer place-items-center rounded-md px-2.5 text-sm tabular-nums text-ink hover:bg-ground disabled:cursor-default disabled:text-muted/60 disabled:hover:bg-transparent aria-[current=page]:bg-plum aria-[current=page]:text-on-plum focus-visible:outline-plum";

function useListAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  // A choice of null is left out; whatever else changes, the list begins at its first page.
  const change = (choices, { replace = false } = {}) => {
    const params = new URLSearchParams(window.location.search);
    Object.entries({ page: null, ...choices }).forEach(([name, value]) =>
      value ? params.set(name, value) : params.delete(name),
    );
    const query = params.size ? `?${params}` : "";
    if (query === window.location.search) return;
    navigate(pathname + query, { replace, preventScrollReset: true });
  };

  return [new URLSearchParams(search), change];
}

/** The search box. Each text replaces the one before it in the history. */
export function ListSearch({ label, inputClassName }) {
  const [params, change] = useListAddress();
  const asked = params.get("search") ?? "";
  const [text, setText] = useState(asked);
  const sent = useRef(asked);

  useEffect(() => {
    // The address was changed by a link or the Back button, not by typing.
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked);
  }, [asked]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = wanted;
      change({ search: wanted }, { replace: true });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className="relative w-full sm:w-80">
      <Search
        size={16}
        className="pointer-events-none absolute top-3 left-3 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${inputClassName} pl-9`}
      />
    </div>
  );
}

/** A column's heading that sorts by it: ascending, then descending, then not at all. */
export function SortHeading({ sort, children, className }) {
  const [params, change] = useListAddress();
  const states = { [sort]: ["ascending", `-${sort}`], [`-${sort}`]: ["descending", null] };
  const [direction, next] = states[params.get("sort")] ?? ["none", sort];
  return (
    <th scope="col" role="columnheader" aria-sort={direction} className={className}>
      <button type="button" onClick={() => change({ sort: next })} className={SORT_BUTTON}>
        {children}
        <ArrowUp
          size={12}
          strokeWidth={3}
          className={`flex-none transition-transform motion-reduce:transition-none ${direction === "descending" ? "rotate-180" : ""} ${direction === "none" ? "opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50" : ""}`}
        />
      </button>
    </th>
  );
}

/** Unfolds the details of a phone's card, which styles hide until the button is expanded. */
export function MoreButton({ label, ...props }) {
  const [expanded, setExpanded] = useState(false);
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      data-unfolds=""
      onClick={() => setExpanded(!expanded)}
    />
  );
}

/** The pages of the list; from `target`, the turned page is read as the first one was. */
export function ListPages({ current, last, target, inputClassName }) {
  const [, change] = useListAddress();
  if (last < 2) return null;
  const turn = (page) => {
    change({ page: page === 1 ? null : String(page) });
    const list = document.getElementById(target);
    list?.focus({ preventScroll: true });
    list?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-t border-line p-3">
      <Pagination
        current={current}
        last={last}
        onChoose={turn}
        className="flex flex-wrap items-center justify-center gap-1"
        buttonClassName={PAGE_BUTTON}
      />
      {last > MAX_PAGES_WITHOUT_INPUT && (
        <PageInput current={current} last={last} onChoose={turn} className={inputClassName} />
      )}
    </div>
  );
}

/** Takes the number of a page; one past the last page leads to the last. */
function PageInput({ current, last, onChoose, className }) {
  const submit = (event) => {
    event.preventDefault();
    const page = Number.parseInt(event.currentTarget.elements.page.value, 10);
    if (page) onChoose(Math.min(Math.max(page, 1), last));
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-center gap-2 text-sm text-muted">
      <label className="flex items-center gap-2">
        Go to page
        <input
          key={current}
          type="number"
          name="page"
          min={1}
          max={last}
          defaultValue={current}
          className={className}
        />
      </label>
      of {last}
      <button type="submit" className={PAGE_BUTTON}>
        Go
      </button>
    </form>
  );
}

const chosen = (params) => params.get("filter") ?? "";

/** Holds the tabs that narrow the list, and the panel that all of them show. */
export function ListTabs({ children }) {
  const [params, change] = useListAddress();
  return (
    <Root value={chosen(params)} onValueChange={(filter) => change({ filter })}>
      {children}
    </Root>
  );
}

/** The list, as the panel of whichever tab is chosen. */
export function ListPanel({ children }) {
  const [params] = useListAddress();
  return (
    <Content value={chosen(params)} tabIndex={-1} className="outline-none">
      {children}
    </Content>
  );
}
