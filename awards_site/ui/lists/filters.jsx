// Client-side filters of a loaded list. Their values are in the URL's query, so links and the back
// button work.
import { createContext, memo, useContext, useId, useMemo } from "react";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";

const ALL = "all";

// A filter is {field, fallback}. Without the field in the query, the value is the fallback: "all" or
// "latest", the largest value in the records.
function filterValue(params, records, { field, fallback }) {
  const value = params.get(field);
  if (value !== null) return value;
  if (fallback === ALL || !records.length) return ALL;
  return String(Math.max(...records.map((record) => record[field])));
}

// Returns [value, setValue] of a filter whose fallback is "all", which is omitted from the query.
export function useFilterValue({ field }) {
  const [params, change] = useUrlQuery();
  return [params.get(field) ?? ALL, (value) => change({ [field]: value === ALL ? null : value })];
}

// Returns the [value, label] pairs of a record's field. Both fields may be lists of the same length.
function optionsOf(record, field, labelField) {
  const labels = [record[labelField]].flat();
  return [record[field]].flat().map((value, index) => [String(value), String(labels[index])]);
}

export function FilterSelect({ records, filter, label, allLabel, labelField, className }) {
  const [params, change] = useUrlQuery();
  const id = useId();
  const value = filterValue(params, records, filter);
  const labels = new Map(records.flatMap((record) => optionsOf(record, filter.field, labelField)));
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

// A field may hold a list of values; one of them must match.
const matches = (record, criteria) =>
  criteria.every(([field, value]) => [record[field]].flat().map(String).includes(value));

// Returns the [field, value] pairs of the filters that do not match all records.
export function useCriteria(choices, filters) {
  const [params] = useUrlQuery({ deferred: true });
  return useMemo(
    () =>
      filters
        .map((filter) => [filter.field, filterValue(params, choices, filter)])
        .filter(([, value]) => value !== ALL),
    [params, filters, choices],
  );
}

// `choices` are what the filters choose from, if `records` are only a part of it.
export function useFilteredRecords(records, filters, choices = records) {
  const criteria = useCriteria(choices, filters);
  return useMemo(() => records.filter((record) => matches(record, criteria)), [records, criteria]);
}

const VisibleIdsContext = createContext(new Set());

// Memoized, because the query changes before the deferred records do.
const VisibleItems = memo(function VisibleItems({ records, children, ...rest }) {
  return (
    <VisibleIdsContext value={new Set(records.map((record) => record.id))}>
      <ul {...rest}>{children}</ul>
    </VisibleIdsContext>
  );
});

// Memoized by its record, which all of it is made from, because a list may have many.
export const FilteredItem = memo(
  function FilteredItem({ record, children, ...rest }) {
    return useContext(VisibleIdsContext).has(record.id) && <li {...rest}>{children}</li>;
  },
  (before, after) => before.record === after.record,
);

/**
 * The items of the `visible` records, or `empty`. Browsers without JavaScript, which cannot change
 * filters, also get the others.
 */
export function Items({ records, visible, empty, ...rest }) {
  const hidden = useMemo(() => {
    const shown = new Set(visible);
    return records.filter((record) => !shown.has(record));
  }, [records, visible]);
  return (
    <>
      {visible.length ? <VisibleItems records={visible} {...rest} /> : empty}
      {hidden.length > 0 && (
        <noscript>
          <VisibleItems records={hidden} {...rest} />
        </noscript>
      )}
    </>
  );
}

/**
 * The list of the records that match the filters. If only a part of them is loaded, the filters apply
 * to `choices`, each of which stands for as many records as its `count`.
 */
export function FilteredList({ records, choices = records, filters, countLabels, ...rest }) {
  const matching = useFilteredRecords(records, filters, choices);
  const counted = useFilteredRecords(choices, filters);
  return (
    <>
      <p role="status" className="label text-muted">
        {countText(counted, countLabels)}
      </p>
      <Items records={records} visible={matching} {...rest} />
    </>
  );
}

/** Returns for how many records `records` stand: themselves, or counts of an edition each. */
export const countOf = (records) => records.reduce((sum, { count = 1 }) => sum + count, 0);

// The first call of `toLocaleString` takes 15 ms, and four times as long on a phone.
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

export function countText(records, countLabels) {
  const total = countOf(records);
  return `${grouped(total)} ${countLabels[total === 1 ? 0 : 1]}`;
}
