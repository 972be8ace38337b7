import { useEffect, useRef, useState } from "react";
import { read } from "../../queries/request.js";
import { pathsOf, sentence } from "./visibility.js";

const valueOf = (input) => (input.type === "checkbox" ? input.checked : input.value);

/** What visitors see of the form's record, or how many results the form's embargo hides. */
export function Visibility(props) {
  const marker = useRef(null);
  const [values, setValues] = useState(null);
  const [found, setFound] = useState({});
  useEffect(() => {
    const form = marker.current.closest("form");
    const update = () => setValues(Object.fromEntries([...form.elements].map((each) => [each.name, valueOf(each)])));
    // Inputs written in JSX have their new value after the event.
    const onInput = () => setTimeout(update);
    update();
    form.addEventListener("input", onInput);
    return () => form.removeEventListener("input", onInput);
  }, []);

  const key = JSON.stringify(values && pathsOf(values));
  useEffect(() => {
    const paths = JSON.parse(key);
    if (!paths) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // Without what is read the sentence might be wrong, and is not shown.
    Promise.all(paths.map((path) => read([path], { signal }))).then(
      (answers) => setFound({ key, data: answers.map(({ data }) => data) }),
      () => {},
    );
    return () => controller.abort();
  }, [key]);
  return (
    <p
      ref={marker}
      aria-live="polite"
      data-testid="visibility"
      className="order-first min-w-0 basis-full text-sm text-muted empty:hidden"
    >
      {found.key === key && sentence(values, found.data, props, Date.now())}
    </p>
  );
}
