// Filters over a loaded list, kept in the address bar, so that links and the back button work.
import { createContext, useContext, useId } from "react";
import { useSearchParams } from "react-router";

const ALL = "all";

// A filter is {field, fallback}: what to look at, and the choice when the address says nothing,
// which is "all" or "latest" (the largest value present).
function chosen(params, records, { field, fallback }) {
  const value = params.get(field);
  if (value !== null) return value;
  if (fallback === ALL || !records.length) return ALL;
  return String(Math.max(...records.map((record) => record[field])));
}

export function FilterSelect({ records, filter, label, allLabel, labelField, className }) {
  const [params, setParams] = useSearchParams();
  const id = useId();
  const value = chosen(params, records, filter);
  const texts = new Map(
    records.map((record) => [String(record[filter.field]), String(record[labelField])]),
  );
  const values = [...texts.keys()].sort(
    filter.fallback === ALL
      ? (a, b) => texts.get(a).localeCompare(texts.get(b))
      : (a, b) => Number(b) - Number(a),
  );
  if (value !== ALL && !texts.has(value)) values.push(value);

  const choose = (event) =>
    setParams(
      (before) => {
        before.set(filter.field, event.target.value);
        return before;
      },
      { preventScrollReset: true },
    );

  return (
    <div>
      <label htmlFor={id} className="label mb-2 block font-semibold">
        {label}
      </label>
      <select id={id} value={value} onChange={choose} className={className}>
        <option value={ALL}>{allLabel}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {texts.get(each) ?? each}
          </option>
        ))}
      </select>
    </div>
  );
}

const ChoicesContext = createContext([]);

const matches = (record, choices) =>
  choices.every(([field, value]) => value === ALL || String(record[field]) === value);

export function FilteredList({ records, filters, empty, nouns, children, ...rest }) {
  const [params] = useSearchParams();
  const choices = filters.map((filter) => [filter.field, chosen(params, records, filter)]);
  const count = records.filter((record) => matches(record, choices)).length;

  return (
    <ChoicesContext value={choices}>
      <p role="status" className="label text-muted">
        {count} {nouns[count === 1 ? 0 : 1]}
      </p>
      {count ? <ul {...rest}>{children}</ul> : empty}
    </ChoicesContext>
  );
}

export function FilteredItem({ record, children, ...rest }) {
  return matches(record, useContext(ChoicesContext)) && <li {...rest}>{children}</li>;
}
