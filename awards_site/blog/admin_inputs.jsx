// What is odd about a post's form: a slug that follows the title, a date that follows the switch
// of publication, and a text whose characters are counted.
import { useEffect, useRef, useState } from "react";

/** Listens to another field of the form that `place` stands in. */
function useField(place, name, type, listener) {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const field = place.current.form.elements[name];
    const hear = () => latest.current(field);
    field.addEventListener(type, hear);
    return () => field.removeEventListener(type, hear);
  }, [place, name, type]);
}

/**
 * A slug. While nobody has typed one it shows `proposal`, the server's for the title, and submits
 * nothing: the server then makes it itself, another one where the proposal is taken.
 */
export function SlugInput({
  attributes: { name, ...attributes },
  defaultValue,
  source,
  proposal,
  onSource,
}) {
  const [typed, setTyped] = useState(defaultValue ?? "");
  const [following, setFollowing] = useState(!defaultValue);
  const input = useRef(null);

  const follow = (title) => {
    setFollowing(true);
    onSource(title.value);
  };
  useField(input, source, "input", (title) => (following || typed === "") && follow(title));

  return (
    <>
      <input type="hidden" name={name} value={following ? "" : typed} />
      <input
        {...attributes}
        ref={input}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={following ? proposal : typed}
        onChange={(event) => {
          setFollowing(false);
          setTyped(event.target.value);
        }}
        onBlur={() => !following && typed === "" && follow(input.current.form.elements[source])}
      />
    </>
  );
}

/** The time it is in a zone, as an input of the type datetime-local takes it. */
function nowIn(zone) {
  // Swedish dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return format.format(new Date()).replace(" ", "T");
}

/** The date of publication: publishing fills it with now when it is empty. */
export function PublishedDate({ attributes, defaultValue, zone, source, classes }) {
  const [value, setValue] = useState(defaultValue ?? "");
  const input = useRef(null);

  useField(input, source, "change", (published) => {
    if (published.checked && value === "") setValue(nowIn(zone));
  });

  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap">
      <input
        {...attributes}
        ref={input}
        type="datetime-local"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <button
        type="button"
        className={classes.button}
        onClick={() => {
          setValue("");
          input.current.focus();
        }}
      >
        Clear date
      </button>
    </div>
  );
}

/** Text that is counted as the server counts it: by characters, without outer white space. */
export function CountedText({ attributes, defaultValue, most }) {
  const [value, setValue] = useState(defaultValue ?? "");
  const length = [...value.trim()].length;
  return (
    <>
      <textarea
        {...attributes}
        rows={3}
        aria-describedby={`${attributes["aria-describedby"]} ${attributes.id}-count`}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <p
        id={`${attributes.id}-count`}
        className={`mt-1 text-right text-xs tabular-nums ${length > most ? "font-medium text-danger" : "text-muted"}`}
      >
        {length} / {maxLength}
        <span className="sr-only"> characters</span>
      </p>
      <p role="status" className="sr-only">
        {length > most && "The text has become too long"}
      </p>
    </>
  );
}
