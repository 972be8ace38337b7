// A filtered list with client-side pagination; the page number is in the URL's query.
import { useMemo, useRef } from "react";
import { useUrlQuery } from "$/public/external/awards_site/ui/queries/url_query/url_query.jsx";
import { countOf, countText, Items, useFilteredRecords } from "$/public/external/awards_site/ui/lists/filters/filters.jsx";
import { ELLIPSIS, PAGE, clampPage, pageWindow } from "./page_window.js";

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

/**
 * One page of the records that match the filters. If only a part of the list is loaded, `first` is the
 * number of matching records before it, and `choices` are as for FilteredList.
 */
export function PagedList({
  records,
  choices = records,
  first = 0,
  filters,
  perPage,
  countLabels,
  buttonClassName,
  ...rest
}) {
  const [params, change] = useUrlQuery({ deferred: true });
  const status = useRef(null);
  const matching = useFilteredRecords(records, filters, choices);
  const counted = useFilteredRecords(choices, filters);
  const last = Math.max(1, Math.ceil(countOf(counted) / perPage));
  const current = clampPage(params.get(PAGE), last);
  const start = Math.max(0, (current - 1) * perPage - first);
  const pageRecords = useMemo(() => matching.slice(start, start + perPage), [matching, start, perPage]);

  const choose = (page) => {
    change({ [PAGE]: page === 1 ? null : page });
    window.scrollTo({ top: 0 });
    // The pressed button may be disabled now; screen readers continue at the count.
    status.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <p ref={status} role="status" tabIndex={-1} className="label text-muted outline-none">
        {`${countText(counted, countLabels)}${last > 1 ? `, page ${current} of ${last}` : ""}`}
      </p>
      <Items records={records} visible={pageRecords} {...rest} />
      {last > 1 && (
        <Pagination
          current={current}
          last={last}
          onChoose={choose}
          className="mt-16 flex flex-wrap justify-center gap-2 border-t border-line pt-8"
          buttonClassName={buttonClassName}
        />
      )}
    </>
  );
}
