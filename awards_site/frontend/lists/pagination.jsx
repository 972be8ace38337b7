import { ELLIPSIS, pageWindow } from "./page_window.js";

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
