import * as Tabs from "@radix-ui/react-tabs";
import { Children, memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { ALL, ELLIPSIS, MAX_SHOWN, PAGE, clampPage, criteriaOf, filterValue, matches, pageWindow } from "./criteria.js";
import { usePage, useUrlQuery } from "../queries/query.jsx";

// The records of a list that a page shows: the first ones that match the filters.

const NONE = [];

/**
 * Returns ShownRecords (ui/lists.py) of the list that `query` reads. In pages of `perPage` records
 * the page number is in the URL's query; without, up to MAX_SHOWN are shown, and more when asked for.
 *
 * A long list arrives with its first records and the counts of the others (`inDocument` in
 * criteria.js). The whole list is read when one of the others is to be shown.
 */
export function useShownRecords(query, filters, perPage) {
  const { responses } = usePage();
  const [params] = useUrlQuery({ deferred: true });
  const [asked, setAsked] = useState({});
  const entries = query.data ?? NONE;
  const criteria = useCriteria(entries, filters);
  const [matching, total] = useMemo(() => {
    const found = entries.filter((entry) => matches(entry, criteria));
    return [found.filter(({ count }) => !count), found.reduce((sum, { count = 1 }) => sum + count, 0)];
  }, [entries, criteria]);
  const last = perPage ? Math.max(1, Math.ceil(total / perPage)) : 1;
  const page = clampPage(params.get(PAGE), last);
  const limit = asked.params === params ? asked.limit : MAX_SHOWN;
  const [start, end] = perPage ? [(page - 1) * perPage, page * perPage] : [0, limit];
  const needsRest = matching.length < Math.min(end, total);
  const visible = perPage && needsRest ? NONE : matching.slice(start, end);
  const isFailed = query.isOutdated && (needsRest || !visible.length);

  useEffect(() => {
    if (needsRest) query.loadRest();
  }, [needsRest, params]);

  // Browsers without JavaScript, which cannot change filters, also get the others of the document.
  const others = responses ? entries.filter((entry) => !entry.count && !visible.includes(entry)) : NONE;
  return {
    records: [...visible, ...others],
    visible: visible.length,
    matching,
    total,
    page,
    last,
    isPending: needsRest && !isFailed,
    isFailed,
    isOutdated: query.isOutdated && !isFailed,
    hasMore: !perPage && end < total && !isFailed,
    showMore: () => setAsked({ params, limit: limit + MAX_SHOWN }),
  };
}

// Memoized by its record, because a list may have many; it depends on nothing else.
export const FilteredItem = memo(
  ({ record, ...rest }) => <li {...rest} />,
  (before, after) => before.record === after.record,
);

/** The list of the shown records, below their number; `children` are its items. */
export function FilteredList({ shown, empty, loading, failure, countLabels, buttonClassName, children, ...rest }) {
  const [, change] = useUrlQuery();
  const status = useRef(null);
  const items = Children.toArray(children);
  const { visible, total, page, last } = shown;

  const choose = (chosen) => {
    change({ [PAGE]: chosen === 1 ? null : chosen });
    window.scrollTo({ top: 0 });
    // The pressed button may be disabled now; screen readers continue at the number.
    status.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <p ref={status} role="status" tabIndex={-1} className="label text-muted outline-none">
        {`${grouped(total)} ${countLabels[total === 1 ? 0 : 1]}${last > 1 ? `, page ${page} of ${last}` : ""}`}
      </p>
      {visible > 0 && <ul {...rest}>{items.slice(0, visible)}</ul>}
      {shown.isPending ? loading : shown.isFailed ? failure : visible === 0 && empty}
      <noscript>{items.length > visible && <ul {...rest}>{items.slice(visible)}</ul>}</noscript>
      {last > 1 && (
        <Pagination
          current={page}
          last={last}
          onChoose={choose}
          className="mt-16 flex flex-wrap justify-center gap-2 border-t border-line pt-8"
          buttonClassName={buttonClassName}
        />
      )}
    </>
  );
}

// The first call of `toLocaleString` takes 15 ms, and four times as long on a phone.
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

// Client-side filters of a loaded list. Their values are in the URL's query, so links and the back
// button work.

// Returns [value, setValue] of a filter whose fallback is "all", which is omitted from the query.
function useFilterValue({ field }) {
  const [params, change] = useUrlQuery();
  return [params.get(field) ?? ALL, (value) => change({ [field]: value === ALL ? null : value })];
}

// Returns the [value, label] pairs of a record's field. Both fields may be lists of the same length.
function optionsOf(record, { field, label_field }) {
  const labels = [record[label_field || field]].flat();
  return [record[field]].flat().map((value, index) => [String(value), String(labels[index])]);
}

export function FilterSelect({ records, filter, label, allLabel, className }) {
  const [params, change] = useUrlQuery();
  const id = useId();
  const value = filterValue(params, records, filter);
  const labels = new Map(records.flatMap((record) => optionsOf(record, filter)));
  const values = [...labels.keys()].sort(
    filter.fallback === ALL
      ? (a, b) => labels.get(a).localeCompare(labels.get(b))
      : (a, b) => Number(b) - Number(a),
  );
  if (value !== ALL && !labels.has(value)) values.push(value);

  return (
    <div>
      <label htmlFor={id} className="label mb-2 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => change({ [filter.field]: event.target.value })}
        className={className}
      >
        <option value={ALL}>{allLabel}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {labels.get(each) ?? each}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FilterButton({ filter, value, children, ...rest }) {
  const [selected, select] = useFilterValue(filter);
  return (
    <button type="button" aria-pressed={selected === value} onClick={() => select(value)} {...rest}>
      {children}
    </button>
  );
}

export function FilterReset({ filter, children, ...rest }) {
  const [, select] = useFilterValue(filter);
  return (
    <button type="button" onClick={() => select(ALL)} {...rest}>
      {children}
    </button>
  );
}

/** Returns the criteria of the filters, see `criteriaOf`. */
export function useCriteria(records, filters) {
  const [params] = useUrlQuery({ deferred: true });
  return useMemo(() => criteriaOf(params, records, filters), [params, records, filters]);
}

// A filter as tabs; the children are the panel of the selected tab.

export function FilterTabs({ filter, options, label, tabClassName, listClassName, children, ...rest }) {
  const [selected, select] = useFilterValue(filter);
  const panel = useId();
  return (
    <Tabs.Root value={selected} onValueChange={select} {...rest}>
      <Tabs.List aria-label={label} className={listClassName}>
        {options.map(([value, text]) => (
          <Tabs.Trigger key={value} value={value} aria-controls={panel} className={tabClassName}>
            {text}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content id={panel} value={selected} tabIndex={-1} className="mt-8 outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The page numbers, shortened to those around the current page if there are many. */
export function Pagination({ current, last, onChoose, className, buttonClassName }) {
  const button = (label, page, props) => (
    <button type="button" onClick={() => onChoose(page)} className={buttonClassName} {...props}>
      {label}
    </button>
  );
  return (
    <nav aria-label="Pagination" data-testid="pagination" className={className}>
      {button("Previous", current - 1, { disabled: current === 1 })}
      <ol className="flex flex-wrap justify-center gap-[inherit] max-sm:order-first max-sm:w-full">
        {pageWindow(current, last).map((page, index) =>
          page === ELLIPSIS ? (
            <li key={`gap-${index}`} className="grid w-8 place-items-center text-muted">
              <span aria-hidden="true">…</span>
            </li>
          ) : (
            <li key={page}>
              {button(page, page, { "aria-current": page === current ? "page" : undefined })}
            </li>
          ),
        )}
      </ol>
      {button("Next", current + 1, { disabled: current === last })}
    </nav>
  );
}
