import { useEffect, useRef, useState } from "react";
import { request } from "../../queries/request.js";
import { reach, sentence } from "./visibility.js";

const DEBOUNCE_MS = 300;
const CLASSES = "order-first min-w-0 basis-full text-sm text-muted empty:hidden";

const valueOf = (input) => (input.type === "checkbox" ? input.checked : input.value);

/** Returns a ref to set on an element of a form, and the values of the form's inputs by name. */
function useFormValues() {
  const marker = useRef(null);
  const [values, setValues] = useState(null);
  useEffect(() => {
    const form = marker.current.closest("form");
    const named = () => [...form.elements].filter((each) => each.name);
    const update = () => setValues(Object.fromEntries(named().map((each) => [each.name, valueOf(each)])));
    // Inputs written in JSX have their new value after the event.
    const onInput = () => setTimeout(update);
    update();
    form.addEventListener("input", onInput);
    return () => form.removeEventListener("input", onInput);
  }, []);
  return [marker, values];
}

/** What visitors see of the form's record, in one sentence. */
export function Visibility(props) {
  const [marker, values] = useFormValues();
  const [embargoes, setEmbargoes] = useState(props.embargoesPath ? null : []);
  useEffect(() => {
    if (!props.embargoesPath) return;
    // Until they are known, the sentence might be wrong, and is not shown.
    request("GET", props.embargoesPath).then((response) => response.json()).then(setEmbargoes, () => {});
  }, [props.embargoesPath]);
  return (
    <p ref={marker} aria-live="polite" data-testid="visibility" className={CLASSES}>
      {values && embargoes && sentence(values, { ...props, embargoes }, Date.now())}
    </p>
  );
}

/** How many published results the embargo in the form hides. */
export function EmbargoReach({ timeZone }) {
  const [marker, values] = useFormValues();
  const [count, setCount] = useState(null);
  const { year, category } = values ?? {};
  useEffect(() => {
    setCount(null);
    if (!/^\d{4}$/.test(year)) return undefined;
    const controller = new AbortController();
    const filters = { embargo: "results", isPublished: true, year, ...(category && { category }) };
    const path = `/api/nominees?${new URLSearchParams({ ...filters, page: 1, pageSize: 1 })}`;
    const timer = setTimeout(async () => {
      // Without a count nothing is said; the form shows what is wrong when it is saved.
      const response = await request("GET", path, undefined, { signal: controller.signal }).catch(() => null);
      const page = await response?.json();
      if (!controller.signal.aborted) setCount(page?.total ?? null);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [year, category]);
  return (
    <p ref={marker} aria-live="polite" data-testid="embargo-reach" className={CLASSES}>
      {count !== null && reach(count, values.revealAt, timeZone, Date.now())}
    </p>
  );
}
