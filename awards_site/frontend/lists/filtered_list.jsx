// What a page shows of a list: the records that match the filters, as many as it shows at once.
import { Children, memo, useEffect, useMemo, useRef, useState } from "react";
import { usePage } from "../queries/page_context.jsx";
import { useUrlQuery } from "../queries/url_query.jsx";
import { MAX_SHOWN, matches } from "./criteria.js";
import { useCriteria } from "./filters.jsx";
import { Pagination } from "./pagination.jsx";
import { PAGE, clampPage } from "./page_window.js";

const NONE = [];

/**
 * Returns ShownRecords (filtered_list.py) of the list that `query` reads. In pages of `perPage` records
 * the page number is in the URL's query; without, up to MAX_SHOWN are shown, and more when asked for.
 *
 * A long list arrives with its first records, and numbers of others (`inDocument` in criteria.js). The
 * list is read when one of those is to be shown.
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

// Memoized by its record, which all of it is made from, because a list may have many.
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
