// Client-side filters of a loaded list. Their values are in the URL's query, so links and the back
// button work.
import { useId, useMemo } from "react";
import { useUrlQuery } from "../queries/url_query.jsx";
import { ALL, criteriaOf, filterValue } from "./criteria.js";

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

/** Returns the criteria of the filters, see `criteriaOf`. */
export function useCriteria(records, filters) {
  const [params] = useUrlQuery({ deferred: true });
  return useMemo(() => criteriaOf(params, records, filters), [params, records, filters]);
}
