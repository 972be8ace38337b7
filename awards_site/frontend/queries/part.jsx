// Parts of a page that hydrate one after the other, so that the browser can respond in between.
import { Suspense, useEffect, useRef } from "react";

const dehydrated = new Set();
const waiting = [];

function settle(part) {
  dehydrated.delete(part);
  if (!dehydrated.size) waiting.splice(0).forEach((callback) => callback());
}

/** Calls back once all parts that are on the page are hydrated. */
export const whenHydrated = (callback) => (dehydrated.size ? waiting.push(callback) : callback());

function Hydrated({ part }) {
  useEffect(() => {
    part.current = true;
    settle(part);
  }, [part]);
  return null;
}

/** React hydrates the children in a task of their own, or before it dispatches an event to one of them. */
export function Part({ children }) {
  const part = useRef(false);
  useEffect(() => {
    if (!part.current) dehydrated.add(part);
    return () => settle(part);
  }, []);
  return (
    <Suspense>
      {children}
      <Hydrated part={part} />
    </Suspense>
  );
}
