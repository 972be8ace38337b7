import { ArrowUp, Search, SlidersHorizontal } from "lucide-react";
import { Content, Root } from "@radix-ui/react-tabs";
import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { PageCheckbox } from "./table.jsx";
import { Pagination } from "../../lists/filtered_list.jsx";

// The controls of a management screen's list. Their state is in the URL's query: changing it
// navigates, and the server then reads the list, as after a reload or the Back button.

const SEARCH_DELAY_MS = 80;
const MAX_PAGES_WITHOUT_INPUT = 10;
const UNFOLDED = "max-sm:order-5 max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:items-center max-sm:gap-2";
const SORT_BUTTON =
  "group -mx-1.5 inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-sm px-1.5 hover:text-ink focus-visible:outline-plum";
const PAGE_BUTTON =
  "grid min-h-9 min-w-9 cursor-pointer place-items-center rounded-md px-2.5 text-sm tabular-nums text-ink hover:bg-ground disabled:cursor-default disabled:text-muted/60 disabled:hover:bg-transparent aria-[current=page]:bg-plum aria-[current=page]:text-on-plum focus-visible:outline-plum";

/** Returns the parameters of the list's URL, and a function that changes some of them. */
function useListParams() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  // Removes empty values, and resets the page unless it is given.
  const change = (changes, { replace = false } = {}) => {
    const params = new URLSearchParams(window.location.search);
    Object.entries({ page: null, ...changes }).forEach(([name, value]) =>
      value ? params.set(name, value) : params.delete(name),
    );
    const text = String(params);
    const query = text && `?${text}`;
    if (query === window.location.search) return;
    navigate(pathname + query, { replace, preventScrollReset: true });
  };

  return [new URLSearchParams(search), change];
}

/** The search box, with the `error` of a refused search below. Each search replaces the previous one in the history. */
export function ListSearch({ label, error, inputClassName }) {
  const errorId = useId();
  const [params, change] = useListParams();
  const urlSearch = params.get("search") ?? "";
  const [text, setText] = useState(urlSearch);
  const lastSearch = useRef(urlSearch);
  // What was typed and is on its way into the URL, which may arrive after the next letters.
  const typed = useRef([]);

  useEffect(() => {
    const arrived = typed.current.lastIndexOf(urlSearch);
    typed.current = typed.current.slice(arrived + 1);
    // Otherwise the URL was changed by a link or the Back button.
    if (arrived >= 0 || urlSearch === lastSearch.current) return;
    lastSearch.current = urlSearch;
    setText(urlSearch);
  }, [urlSearch]);

  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === lastSearch.current) return undefined;
    const timer = setTimeout(() => {
      lastSearch.current = trimmed;
      typed.current.push(trimmed);
      change({ search: trimmed }, { replace: true });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className="relative w-full sm:w-80 print:hidden">
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
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        className={`${inputClassName} pl-9`}
      />
      {error && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A filter of the list: a choice of `options`, or without them a day. */
export function ListFilter({ label, param, options, inputClassName }) {
  const [params, change] = useListParams();
  const id = useId();
  const value = params.get(param) ?? "";
  const common = {
    id,
    value,
    onChange: (event) => change({ [param]: event.target.value }),
    className: inputClassName,
  };
  // A value of the URL is shown although no entry has it.
  const known = !value || options?.some((each) => each.value === value);
  return (
    <div className="flex items-center gap-2 max-sm:w-full print:hidden">
      <label htmlFor={id} className="flex-none text-sm text-muted max-sm:w-20">
        {label}
      </label>
      {options ? (
        <select {...common}>
          <option value="">All</option>
          {!known && <option value={value}>{value}</option>}
          {options.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </select>
      ) : (
        <input type="date" {...common} />
      )}
    </div>
  );
}

/** The filter of a year; an incomplete one does not filter. */
function YearFilter({ label, param, years: [first, last], inputClassName }) {
  const [params, change] = useListParams();
  const id = useId();
  const urlYear = params.get(param) ?? "";
  const [year, setYear] = useState(urlYear);
  const isYear = (text) => /^\d{4}$/.test(text) && Number(text) >= first && Number(text) <= last;
  const isValid = (text) => text === "" || isYear(text);
  const isWrong = !isValid(year) && year.length > 3;

  useEffect(() => {
    if (isValid(year)) setYear(urlYear);
  }, [urlYear]);

  const type = (text) => {
    setYear(text);
    if (isValid(text)) change({ [param]: text });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
      <label htmlFor={id} className="flex-none text-sm text-muted max-sm:w-20">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={first}
        max={last}
        value={year}
        onChange={(event) => type(event.target.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        className={`${inputClassName} w-24! max-sm:flex-1`}
      />
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          Enter a year from {first} to {last}.
        </p>
      )}
    </div>
  );
}

/**
 * A button that unfolds the filters of the list. They are not in the page until then, so that a
 * form's labels stay unique in it. The children are further filters, which only phones fold.
 */
export function ListFilters({ fields, params: all, years, inputClassName, buttonClassName, children }) {
  const [params, change] = useListParams();
  const id = useId();
  const active = fields.filter(({ param }) => params.get(param)).length;
  const [open, setOpen] = useState(() => all.some((param) => params.get(param)));
  const hasPanel = open && fields.length > 0;
  const button = useRef(null);
  const clear = () => {
    change(Object.fromEntries(fields.map(({ param }) => [param, null])));
    button.current.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={hasPanel ? id : undefined}
        onClick={() => setOpen(!open)}
        className={`${buttonClassName} min-h-10 max-sm:order-3 max-sm:min-w-11 max-sm:px-2.5 ${fields.length ? "" : "sm:hidden"}`}
      >
        <SlidersHorizontal size={16} />
        <span className="max-sm:sr-only">Filters</span>
        {active > 0 && (
          <span className="rounded-full bg-plum px-1.5 text-xs text-on-plum tabular-nums">
            {active}
          </span>
        )}
      </button>
      {children && <div className={open ? `${UNFOLDED} sm:contents` : "max-sm:hidden sm:contents"}>{children}</div>}
      {hasPanel && (
        <div
          id={id}
          role="group"
          aria-label="Filters"
          className="order-last flex w-full flex-wrap items-center gap-x-4 gap-y-2 max-sm:order-5"
        >
          {fields.map((field) =>
            field.options.length ? (
              <ListFilter key={field.param} {...field} inputClassName={inputClassName} />
            ) : (
              <YearFilter key={field.param} {...field} years={years} inputClassName={inputClassName} />
            ),
          )}
          {active > 0 && (
            <button type="button" onClick={clear} className={buttonClassName}>
              Clear filters
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** A sortable column heading: ascending, then descending, then unsorted. With `rows` it selects them. */
export function SortHeading({ sort, rows, children, className }) {
  const [params, change] = useListParams();
  const states = { [sort]: ["ascending", `-${sort}`], [`-${sort}`]: ["descending", null] };
  const [direction, next] = states[params.get("sort")] ?? ["none", sort];
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={direction}
      aria-label={rows && children}
      className={className}
    >
      {rows && <PageCheckbox rows={rows} />}
      <button type="button" onClick={() => change({ sort: next })} className={`${SORT_BUTTON} max-md:hidden`}>
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

/** Sorts the list where its headings are not shown. */
export function SortSelect({ columns, className }) {
  const [params, change] = useListParams();
  return (
    // No label: its text would have that of the options, such as the names of a form's fields.
    <div className="flex min-w-[min(13rem,100%)] flex-1 items-center gap-2 text-sm text-muted sm:max-w-72 md:hidden print:hidden">
      <span aria-hidden="true" className="flex-none">
        Sort by
      </span>
      <select
        aria-label="Sort by"
        value={params.get("sort") ?? ""}
        onChange={(event) => change({ sort: event.target.value })}
        className={className}
      >
        <option value="">Default order</option>
        {columns.flatMap(({ sort, heading }) =>
          [
            [sort, "ascending"],
            [`-${sort}`, "descending"],
          ].map(([value, direction]) => (
            <option key={value} value={value}>
              {heading}, {direction}
            </option>
          )),
        )}
      </select>
    </div>
  );
}

/** On phones a button that unfolds the children; elsewhere the children. */
export function Fold({ label, icon, className, buttonClassName, children }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={buttonClassName}
      >
        {icon}
      </button>
      <div id={id} className={`${className} ${open ? "" : "max-sm:hidden"}`}>
        {children}
      </div>
    </>
  );
}

/** Expands the details of a phone's card, which CSS hides until then. */
export function MoreButton({ label, ...props }) {
  const [expanded, setExpanded] = useState(false);
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      data-expands=""
      onClick={() => setExpanded(!expanded)}
    />
  );
}

/** The list's pagination; turning a page focuses and scrolls to the element `target`. */
export function ListPages({ current, last, target, inputClassName }) {
  const [, change] = useListParams();
  if (last < 2) return null;
  const goTo = (page) => {
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
        onChoose={goTo}
        className="flex flex-wrap items-center justify-center gap-1"
        buttonClassName={PAGE_BUTTON}
      />
      {last > MAX_PAGES_WITHOUT_INPUT && (
        <PageInput current={current} last={last} onChoose={goTo} className={inputClassName} />
      )}
    </div>
  );
}

/** A page number input; numbers beyond the last page go to the last page. */
function PageInput({ current, last, onChoose, className }) {
  const submit = (event) => {
    event.preventDefault();
    const page = Number.parseInt(event.currentTarget.elements.page.value, 10);
    if (page) onChoose(Math.min(Math.max(page, 1), last));
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-center gap-2 text-sm text-muted">
      <label className="flex items-center gap-2 whitespace-nowrap">
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

// The tabs that filter a list. They have their own script, because few lists have tabs.

const activeFilter = (params) => params.get("filter") ?? "";

/** The tabs that filter the list, and their panel. */
export function ListTabs({ children, className }) {
  const [params, change] = useListParams();
  return (
    <Root value={activeFilter(params)} onValueChange={(filter) => change({ filter })} className={className}>
      {children}
    </Root>
  );
}

/** The list, as the panel of the active tab. */
export function ListPanel({ children, className }) {
  const [params] = useListParams();
  return (
    <Content value={activeFilter(params)} tabIndex={-1} className={className}>
      {children}
    </Content>
  );
}
