// A form whose fields are checked in the browser by rules that come from the server's schema.
import { createContext, useContext, useEffect, useId, useRef, useState } from "react";

const FormContext = createContext({});

const CHECKS = {
  length: (value, { minimum }) => value.trim().length >= minimum,
  required: (value) => value !== "",
  // The browser's own idea of an address, and a dot in its domain, without which no mail arrives.
  email: (value) => {
    const input = Object.assign(document.createElement("input"), { type: "email", value });
    return input.validity.valid && /@[^@]+\.[^@.]+$/.test(value.trim());
  },
};

const complaint = (rule, value) => (!rule || CHECKS[rule.check](value, rule) ? "" : rule.message);

export function CheckedForm({
  rules,
  invalidNotice,
  noValidate = true,
  settled,
  successes,
  onSubmit,
  children,
  ...rest
}) {
  const form = useRef(null);
  const [errors, setErrors] = useState({});
  // Until the page is alive the browser itself would submit the form, its values in the address.
  const [alive, setAlive] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => setAlive(true), []);
  useEffect(() => setBusy(false), [settled]);
  useEffect(() => {
    if (successes) form.current.reset();
  }, [successes]);

  const check = (name, value) =>
    setErrors((before) => ({ ...before, [name]: complaint(rules[name], value) }));

  const submit = (event) => {
    event.preventDefault();
    if (busy) return;
    const data = Object.fromEntries(new FormData(form.current));
    const found = Object.fromEntries(
      Object.keys(rules).map((name) => [name, complaint(rules[name], data[name] ?? "")]),
    );
    setErrors(found);
    const wrong = Object.keys(found).find((name) => found[name]);
    if (wrong) {
      // What is wrong is painted first, because the focus may scroll the page.
      requestAnimationFrame(() => setTimeout(() => form.current?.elements[wrong].focus()));
      if (invalidNotice) {
        window.dispatchEvent(new CustomEvent("awards:notify", { detail: invalidNotice }));
      }
      return;
    }
    setBusy(true);
    onSubmit(data);
  };

  return (
    <FormContext value={{ errors: invalidNotice ? {} : errors, check, busy, alive }}>
      <form ref={form} noValidate={noValidate} onSubmit={submit} aria-busy={busy} {...rest}>
        {children}
      </form>
    </FormContext>
  );
}

export function Field({ name, label, kind = "text", options, quietLabel, controlClass, ...rest }) {
  const { errors, check } = useContext(FormContext);
  const id = useId();
  const error = errors[name];
  const Control = { textarea: "textarea", select: "select" }[kind] ?? "input";
  const recheck = (event) => error && check(name, event.target.value);
  const control = {
    id,
    name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
    onChange: recheck,
    className: controlClass,
    ...rest,
  };
  return (
    <div>
      <label htmlFor={id} className={quietLabel ? "sr-only" : "label mb-2 block font-semibold"}>
        {label}
      </label>
      {kind === "select" ? (
        <select defaultValue="" {...control}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <Control type={Control === "input" ? kind : undefined} {...control} />
      )}
      {error && (
        // It stands in the gap below the field, so that nothing moves.
        <p id={`${id}-error`} role="alert" className="label mt-1.5 mb-[calc(-1lh-0.375rem)] text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export function SubmitButton({ label, busyLabel, ...rest }) {
  const { busy, alive } = useContext(FormContext);
  return (
    <button type="submit" disabled={busy || !alive} {...rest}>
      {busy ? busyLabel : label}
    </button>
  );
}
