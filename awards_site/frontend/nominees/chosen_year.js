// The nominees of the chosen year, read on their own if the document holds only some of them.
import { useMemo, useState } from "react";
import { useCriteria } from "../lists/filtered_list.jsx";
import { useData } from "../queries/query.jsx";
import { nomineeCards } from "./views.js";

const NONE = [];

/**
 * Returns the result `all` of the query of all nominees with those of the chosen year in its data. They
 * are read when they are to be shown; until then, and if that fails, the data is that of all.
 */
export function useChosenYear(all, filters, options) {
  const entries = all.data ?? NONE;
  const { year } = Object.fromEntries(useCriteria(entries, filters));
  const [wanted, setWanted] = useState(NONE);
  const isOfYear = (entry) => String(entry.year) === year;
  const isLong = entries.some((entry) => entry.count && isOfYear(entry));
  const url = isLong && wanted.includes(year) ? `/api/nominees/year/${encodeURIComponent(year)}` : null;
  const { data: chosen, isFailed, isOutdated } = useData(url, "nomineeCards", nomineeCards, options);
  const data = useMemo(
    () => (chosen ? [...entries.filter((entry) => !isOfYear(entry)), ...chosen] : all.data),
    [all.data, chosen, year],
  );
  return {
    ...all,
    data,
    isOutdated: all.isOutdated || isFailed || isOutdated,
    loadRest: isLong ? () => setWanted([...wanted, year]) : all.loadRest,
  };
}
