// Inputs of a post's form: a slug derived from the title, a publication date set by the Published
// switch, and a text with a character count.
import { useEffect, useRef, useState } from "react";

/** Listens to another field of the form that contains the element of the ref `input`. */
function useField(input, name, type, listener) {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const field = input.current.form.elements[name];
    const handle = () => latest.current(field);
    field.addEventListener(type, handle);
    return () => field.removeEventListener(type, handle);
  }, [input, name, type]);
}

/**
 * A slug. Until one is typed, it shows `proposal`, the slug of the title, and submits an empty value,
 * for which the server generates a unique slug.
 */
export function SlugInput({
  attributes: { name, ...attributes },
  defaultValue,
  source,
  proposal,
  onSource,
}) {
  const [typed, setTyped] = useState(defaultValue ?? "");
  const [isFollowing, setIsFollowing] = useState(!defaultValue);
  const input = useRef(null);

  const follow = (title) => {
    setIsFollowing(true);
    onSource(title.value);
  };
  useField(input, source, "input", (title) => (isFollowing || typed === "") && follow(title));

  return (
    <>
      <input type="hidden" name={name} value={isFollowing ? "" : typed} />
      <input
        {...attributes}
        ref={input}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={isFollowing ? proposal : typed}
        onChange={(event) => {
          setIsFollowing(false);
          setTyped(event.target.value);
        }}
        onBlur={() => !isFollowing && typed === "" && follow(input.current.form.elements[source])}
      />
    </>
  );
}

/** Returns the current time in a zone, in the format of a datetime-local input. */
function nowIn(zone) {
  // The Swedish locale uses the ISO 8601 format.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return format.format(new Date()).replace(" ", "T");
}

/** The publication date. Publishing sets an empty date to now. */
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

/** A text with a count of its characters without surrounding white space, as the server counts. */
export function CountedText({ attributes, defaultValue, maxLength }) {
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
        className={`mt-1 text-right text-xs tabular-nums ${length > maxLength ? "font-medium text-danger" : "text-muted"}`}
      >
        {length} / {maxLength}
        <span className="sr-only"> characters</span>
      </p>
      <p role="status" className="sr-only">
        {length > maxLength && "The text is too long"}
      </p>
    </>
  );
}
