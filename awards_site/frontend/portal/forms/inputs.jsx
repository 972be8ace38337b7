import { useEffect, useRef, useState } from "react";
import { request } from "../../queries/request.js";
import { useLazy } from "../../queries/lazy.jsx";
import { noteOf } from "../content/block_values.js";

// Checkboxes of which several can be chosen; they submit a JSON list in the order of the choices.

export function CheckboxList({ attributes, label, defaultValue, classes, choices }) {
  const [chosen, setChosen] = useState(() => JSON.parse(defaultValue || "[]"));
  const toggle = ({ target: { value, checked } }) =>
    setChosen(
      choices.map((choice) => choice.value).filter((each) => (each === value ? checked : chosen.includes(each))),
    );
  return (
    <fieldset
      id={attributes.id}
      data-field={attributes["data-field"]}
      aria-describedby={attributes["aria-describedby"]}
    >
      <legend className={classes.label}>{label}</legend>
      <input type="hidden" name={attributes.name} value={JSON.stringify(chosen)} />
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-8 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              value={choice.value}
              checked={chosen.includes(choice.value)}
              onChange={toggle}
              className="size-4.5 cursor-pointer accent-plum focus-visible:outline-plum max-md:size-6"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A time in the programme's `zone`. */
export function DateTimeInput({ attributes, defaultValue, classes, zone }) {
  const [value, setValue] = useState("");
  return (
    <>
      <input
        {...attributes}
        type="datetime-local"
        autoComplete="off"
        defaultValue={defaultValue}
        onChange={(event) => setValue(event.target.value)}
      />
      <TimeNote value={value} zone={zone} classes={classes} />
    </>
  );
}

/** Says which one is meant of two times that are called the same, when clocks go back. */
export function TimeNote({ value, zone, classes }) {
  return (
    <p role="status" className={`${classes.help} empty:hidden`}>
      {value && noteOf(value, zone)}
    </p>
  );
}

/** Offers the seconds of a whole time; an empty input that had them would not take a time without. */
function offerSeconds(input) {
  // A new step clears what is half typed, so it is set once.
  if (input.type === "datetime-local" && input.value && !input.step) input.step = 1;
}

/** Keeps a form from being submitted with half a time, whose value is empty. */
function useCompleteTimes(marker) {
  useEffect(() => {
    const form = marker.current.closest("form");
    const onFocusOut = ({ target }) => offerSeconds(target);
    const onSubmit = (event) => {
      const half = [...form.elements].find(({ type, validity }) => type === "datetime-local" && validity.badInput);
      if (!half) return;
      event.preventDefault();
      event.stopPropagation();
      half.reportValidity();
    };
    [...form.elements].forEach(offerSeconds);
    form.addEventListener("focusout", onFocusOut);
    form.addEventListener("submit", onSubmit, true);
    return () => {
      form.removeEventListener("focusout", onFocusOut);
      form.removeEventListener("submit", onSubmit, true);
    };
  }, [marker]);
}

// Moves the focus to an input of the form: when it opens, that of `field`, if any, and whenever the
// validation errors change, the first invalid one.

export function InvalidFocus({ errors, field }) {
  const marker = useRef(null);
  useCompleteTimes(marker);

  useEffect(() => {
    if (!field) return undefined;
    const selector = `#${CSS.escape(`field-${field}`)}, [name="${CSS.escape(field)}"]`;
    const form = marker.current.closest("form");
    const focus = () => {
      const input = form.querySelector(selector);
      input?.focus();
      if (input) observer.disconnect();
      return input;
    };
    // Some inputs are loaded later.
    const observer = new MutationObserver(focus);
    // After the dialog, which focuses the first control in it.
    const timer = setTimeout(() => focus() || observer.observe(form, { childList: true, subtree: true }));
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [field]);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const invalid = marker.current.closest("form")?.querySelectorAll("[aria-invalid=true]") ?? [];
    [...invalid].find((input) => input.getClientRects().length)?.focus();
  }, [errors]);

  return <span ref={marker} hidden />;
}

// An input for a new password, with a live meter of its strength, which the server estimates.

const DEBOUNCE_MS = 300;
const MAX_SCORE = 4;
const MAX_WORDS = 10;
const MAX_WORD_LENGTH = 200;
const COLORS = ["bg-danger", "bg-danger", "bg-gold", "bg-plum", "bg-plum"];

/** Returns the other texts of the form, such as the name, which a password should not consist of. */
function personalWords(form) {
  return [...form.elements]
    .filter(({ type, value }) => (type === "text" || type === "email") && value)
    .map(({ value }) => value.slice(0, MAX_WORD_LENGTH))
    .slice(0, MAX_WORDS);
}

async function estimate(input, signal) {
  const body = { password: input.value, personal: personalWords(input.form) };
  const response = await request("POST", "/api/auth/password-strength", body, { signal });
  return response.json();
}

export function PasswordInput({ attributes, defaultValue }) {
  const [strength, setStrength] = useState(null);
  const running = useRef(null);

  useEffect(() => () => running.current?.abort(), []);

  const onChange = ({ target }) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    if (!target.value) {
      setStrength(null);
      return;
    }
    setTimeout(async () => {
      if (signal.aborted) return;
      // Without an estimate the meter is hidden; the server checks the password in any case.
      const result = await estimate(target, signal).catch(() => null);
      if (!signal.aborted) setStrength(result);
    }, DEBOUNCE_MS);
  };

  return (
    <>
      <input
        {...attributes}
        type="password"
        autoComplete="new-password"
        defaultValue={defaultValue}
        onChange={onChange}
      />
      {strength && (
        <div aria-hidden="true" data-testid="password-strength" className="mt-2 flex gap-1">
          {Array.from({ length: MAX_SCORE }, (_, index) => (
            <span
              key={index}
              className={`h-1 flex-1 rounded-full ${index < strength.score ? COLORS[strength.score] : "bg-line"}`}
            />
          ))}
        </div>
      )}
      <p role="status" className={strength ? "mt-1.5 text-xs text-muted" : "sr-only"}>
        {strength && `Strength: ${strength.label.toLowerCase()}. ${strength.hint}`.trim()}
      </p>
    </>
  );
}

// A field that selects one record of another entity. Its combobox is loaded when a form has opened.

const loadCombobox = () => import("./record_combobox.jsx");

export function RecordPicker(props) {
  const Combobox = useLazy(loadCombobox);
  if (Combobox) return <Combobox {...props} />;
  const { name, ...attributes } = props.attributes;
  return (
    <>
      <input type="hidden" name={name} value={props.defaultValue ?? ""} />
      <input {...attributes} type="text" readOnly placeholder="Loading..." className={props.classes.input} />
    </>
  );
}

// Scrolls its parent element into view when it mounts.

export function ScrollIntoView() {
  const marker = useRef(null);

  useEffect(() => {
    marker.current.parentElement.scrollIntoView({ block: "nearest" });
  }, []);

  return <span ref={marker} hidden />;
}

// A slider from 0 to 100 that shows its value.

export function SliderInput({ attributes, defaultValue }) {
  const [value, setValue] = useState(defaultValue);
  return (
    <div className="flex min-h-10 items-center gap-4">
      <input
        {...attributes}
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        // The slider role does not support aria-required.
        aria-required={undefined}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-plum"
      />
      <output htmlFor={attributes.id} className="w-9 text-right text-sm tabular-nums">
        {value}
      </output>
    </div>
  );
}
