// Filters over a loaded list, kept in the address bar, so that links and the back button work.
import { createContext, memo, useContext, useId, useMemo } from "react";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";

const ALL = "all";

// A filter is {field, fallback}: what to look at, and the choice when the address says nothing,
// which is "all" or "latest" (the largest value present).
function chosen(params, records, { field, fallback }) {
  const value = params.get(field);
  if (value !== null) return value;
  if (fallback === ALL || !records.length) return ALL;
  return String(Math.max(...records.map((record) => record[field])));
}

// What is chosen of a filter that falls back to "all", and how to choose; "all" is left unsaid.
export function useChoice({ field }) {
  const [params, change] = useUrlQuery();
  return [params.get(field) ?? ALL, (value) => change({ [field]: value === ALL ? null : value })];
}

// The values of a record's field and what each reads; either may be several, in the same order.
function options(record, field, labelField) {
  const labels = [record[labelField]].flat();
  return [record[field]].flat().map((value, place) => [String(value), String(labels[place])]);
}

export function FilterSelect({ records, filter, label, allLabel, labelField, className }) {
  const [params, change] = useUrlQuery();
  const id = useId();
  const value = chosen(params, records, filter);
  const texts = new Map(records.flatMap((record) => options(record, filter.field, labelField)));
  const values = [...texts.keys()].sort(
    filter.fallback === ALL
      ? (a, b) => texts.get(a).localeCompare(texts.get(b))
      : (a, b) => Number(b) - Number(a),
  );
  if (value !== ALL && !texts.has(value)) values.push(value);

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
            {texts.get(each) ?? each}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FilterButton({ filter, value, children, ...rest }) {
  const [choice, choose] = useChoice(filter);
  return (
    <button type="button" aria-pressed={choice === value} onClick={() => choose(value)} {...rest}>
      {children}
    </button>
  );
}

export function FilterReset({ filter, children, ...rest }) {
  const [, choose] = useChoice(filter);
  return (
    <button type="button" onClick={() => choose(ALL)} {...rest}>
      {children}
    </button>
  );
}

// A field may hold several values: the record is found by each of them.
const matches = (record, choices) =>
  choices.every(([field, value]) => value === ALL || [record[field]].flat().map(String).includes(value));

export function useMatching(records, filters) {
  const [params] = useUrlQuery({ deferred: true });
  return useMemo(() => {
    const choices = filters.map((filter) => [filter.field, chosen(params, records, filter)]);
    return records.filter((record) => matches(record, choices));
  }, [params, records, filters]);
}

const ShownContext = createContext(new Set());

// Drawn again only for other records, because the address changes before they do.
export const ShownItems = memo(function ShownItems({ records, children, ...rest }) {
  return (
    <ShownContext value={new Set(records.map((record) => record.id))}>
      <ul {...rest}>{children}</ul>
    </ShownContext>
  );
});

export function FilteredItem({ record, children, ...rest }) {
  return useContext(ShownContext).has(record.id) && <li {...rest}>{children}</li>;
}

/** The records that are not shown, for browsers that cannot choose them: without scripts. */
export function WithoutScripts({ records, shown, children, ...rest }) {
  const others = useMemo(() => records.filter((record) => !shown.includes(record)), [records, shown]);
  return (
    others.length > 0 && (
      <noscript>
        <ShownItems records={others} {...rest}>
          {children}
        </ShownItems>
      </noscript>
    )
  );
}

export function FilteredList({ records, filters, empty, nouns, children, ...rest }) {
  const matching = useMatching(records, filters);
  return (
    <>
      <p role="status" className="label text-muted">
        {counted(matching, nouns)}
      </p>
      {matching.length ? (
        <ShownItems records={matching} {...rest}>
          {children}
        </ShownItems>
      ) : (
        empty
      )}
      <WithoutScripts records={records} shown={matching} {...rest}>
        {children}
      </WithoutScripts>
    </>
  );
}

export const counted = (records, nouns) => `${records.length} ${nouns[records.length === 1 ? 0 : 1]}`;
