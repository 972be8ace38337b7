// The records to show of a list, whose editions are read when they are chosen if it is long.
import { useState } from "react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { retryFailed, useIsLong, useQueryOf } from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";
import { useCriteria, useFilteredRecords } from "$/public/external/awards_site/ui/lists/filters/filters.jsx";
import { PAGE } from "$/public/external/awards_site/ui/lists/pagination/page_window.js";
import { partsToRead } from "./edition_parts.js";

const NONE = [];

/** Links to the editions of a long list, for browsers without scripts and for crawlers. */
export function EditionLinks({ choices, isLong, param, label, className, linkClassName }) {
  if (!isLong) return null;
  const years = [...new Set(choices.map(({ year }) => year))].filter(Boolean);
  return (
    <noscript>
      <nav aria-label={label} className={className}>
        {years.map((year) => (
          <a key={year} href={`?${param}=${year}`} className={linkClassName}>
            {year}
          </a>
        ))}
      </nav>
    </noscript>
  );
}

// The records up to the first part that has not been read. Shared, so that equal results are identical.
function joinParts(results) {
  const end = results.findIndex(({ data }) => data === undefined);
  return {
    records: results.slice(0, end < 0 ? results.length : end).flatMap(({ data }) => data ?? []),
    isPending: results.some(({ isPending }) => isPending),
    isFailed: results.some(({ isError, data }) => isError && data === undefined),
    isOutdated: results.some(({ isError, data }) => isError && data !== undefined),
  };
}

/**
 * Returns what to show of `list`, as ShownRecords in editions.py. `list` is all records of the page at
 * `route`, or the counts of their editions if it is long. `view`, with its `name` and `options`, makes the
 * records of the response to a part.
 */
export function useEditions(list, { route, perPage, filters, ...limits }, name, view, options) {
  const isLong = useIsLong(route);
  const client = useQueryClient();
  const [params] = useUrlQuery({ deferred: true });
  const [added, setAdded] = useState(0);
  const counts = useFilteredRecords(list, filters);
  const [[, category] = []] = useCriteria(list, filters);
  const toRead = { ...limits, perPage, page: params.get(PAGE), added };
  const { urls, first, next } = isLong ? partsToRead(counts, category, toRead) : { urls: NONE, first: 0 };
  const parts = useQueries({ queries: urls.map(useQueryOf(name, view, options)), combine: joinParts });
  const { records, isPending, isFailed, isOutdated } = parts;
  return {
    records: !isLong ? list : perPage && (isPending || isFailed) ? NONE : records,
    choices: list,
    isLong,
    first,
    next: next ? (next.year ? `of ${next.year}` : "without a year") : "",
    isPending,
    isFailed,
    isOutdated,
    retry: () => retryFailed(client),
    showNext: () => isPending || setAdded(added + 1),
  };
}
