// The controls of a management screen's list. What they choose stands in the address bar alone:
// the router then has the server read the list, as it does after a reload or the Back button.
import { Content, Root } from "@radix-ui/react-tabs";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Pagination } from "$/public/external/awards_site/ui/pagination/pagination.jsx";

function useListAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  // A choice of null is left out; whatever else changes, the list begins at its first page.
  const change = (choices, { replace = false } = {}) => {
    const params = new URLSearchParams(window.location.search);
    Object.entries({ page: null, ...choices }).forEach(([name, value]) =>
      value ? params.set(name, value) : params.delete(name),
    );
    const query = params.size ? `?${params}` : "";
    if (query === window.location.search) return;
    navigate(pathname + query, { replace, preventScrollReset: true });
  };

  return [new URLSearchParams(search), change];
}

/** The search box. Each text replaces the one before it in the history. */
export function ListSearch({ label, delayMs, className }) {
  const [params, change] = useListAddress();
  const asked = params.get("search") ?? "";
  const [text, setText] = useState(asked);
  const sent = useRef(asked);

  useEffect(() => {
    // The address was changed by a link or the Back button, not by typing.
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked);
  }, [asked]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = wanted;
      change({ search: wanted }, { replace: true });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={className}
    />
  );
}

/** A column's heading that sorts by it: ascending, then descending, then not at all. */
export function SortHeading({ sort, children, className, buttonClassName }) {
  const [params, change] = useListAddress();
  const states = { [sort]: ["ascending", `-${sort}`], [`-${sort}`]: ["descending", null] };
  const [direction, next] = states[params.get("sort")] ?? ["none", sort];
  return (
    <th scope="col" role="columnheader" aria-sort={direction} className={className}>
      <button type="button" onClick={() => change({ sort: next })} className={buttonClassName}>
        {children}
        <svg
          aria-hidden="true"
          viewBox="0 0 12 12"
          className={`size-3 flex-none fill-none stroke-current transition-transform motion-reduce:transition-none ${direction === "descending" ? "rotate-180" : ""} ${direction === "none" ? "opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50" : ""}`}
        >
          <path d="M6 10V2M2.5 5.5L6 2l3.5 3.5" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </th>
  );
}

/** The pages of the list; from `target`, the turned page is read as the first one was. */
export function ListPages({ current, last, target, className, buttonClassName }) {
  const [, change] = useListAddress();
  if (last < 2) return null;
  const turn = (page) => {
    change({ page: page === 1 ? null : String(page) });
    const list = document.getElementById(target);
    list?.focus({ preventScroll: true });
    list?.scrollIntoView({ block: "start" });
  };
  return (
    <Pagination
      current={current}
      last={last}
      onChoose={turn}
      className={className}
      buttonClassName={buttonClassName}
    />
  );
}

const chosen = (params) => params.get("filter") ?? "";

/** Holds the tabs that narrow the list, and the panel that all of them show. */
export function ListTabs({ children }) {
  const [params, change] = useListAddress();
  return (
    <Root value={chosen(params)} onValueChange={(filter) => change({ filter })}>
      {children}
    </Root>
  );
}

/** The list, as the panel of whichever tab is chosen. */
export function ListPanel({ children }) {
  const [params] = useListAddress();
  return (
    <Content value={chosen(params)} tabIndex={-1} className="outline-none">
      {children}
    </Content>
  );
}
