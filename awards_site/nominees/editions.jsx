// The nominees of a long list, whose editions are loaded when they are chosen.
import { useState } from "react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useIsLong, useQueryOf } from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";
import { nomineeCards } from "$/public/external/awards_site/nominees/card/views.js";

const ALL = "all";

/** Returns the URLs of the lists to read for the filters, and the year of the next one, if any. */
export function editionsToRead(years, year, category, shown) {
  if (year !== ALL) return { urls: [`/api/nominees/year/${encodeURIComponent(year)}`] };
  if (category !== ALL) return { urls: [`/api/nominees/category/${encodeURIComponent(category)}`] };
  return {
    urls: years.slice(0, shown).map((each) => `/api/nominees/year/${each}`),
    next: years[shown],
  };
}

/**
 * Returns the nominees to show as `{cards, choices, isPending, isFailed, retry, next, showNext}`.
 *
 * `list` is all cards, which are shown at once, or the editions of the long list of the page at
 * `route`: then `cards` are those of the chosen editions, and `next` is the year of the edition that
 * `showNext` adds, '' if there is none.
 */
export function useNominees(list, route, options) {
  const isLong = useIsLong(route);
  const client = useQueryClient();
  const [params] = useUrlQuery();
  const [shown, setShown] = useState(1);
  const years = isLong ? [...new Set(list.map(({ year }) => year))].sort((a, b) => b - a) : [];
  const year = params.get("year") ?? String(years[0]);
  const { urls, next } = years.length
    ? editionsToRead(years, year, params.get("category") ?? ALL, shown)
    : { urls: [] };
  const results = useQueries({ queries: urls.map(useQueryOf("nomineeCards", nomineeCards, options)) });
  const loaded = results.flatMap(({ data }) => data ?? []);
  return {
    cards: isLong ? loaded : list,
    choices: list,
    isPending: results.some(({ isPending, isError }) => isPending && !isError),
    isFailed: results.some(({ isError, data }) => isError && !data),
    retry: () => client.resetQueries({ predicate: ({ queryKey: [url] }) => urls.includes(url) }),
    next: next ?? "",
    showNext: () => setShown(shown + 1),
  };
}
