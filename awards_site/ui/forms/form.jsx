// A form whose fields are checked in the browser by rules that come from the server's schema.
import { createContext, useContext, useEffect, useId, useRef, useState } from "react";
import { usePage } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";
import { request } from "$/public/external/awards_site/ui/queries/request/request.js";

const NO_RESPONSE = "There was no response. Please check your connection and try again.";

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

const errorOf = (rule, value) => (!rule || CHECKS[rule.check](value, rule) ? "" : rule.message);

export const notify = (detail) => window.dispatchEvent(new CustomEvent("awards:notify", { detail }));

/**
 * Calls `onSubmit(data)` with input that obeys the rules. It resolves to true when the input was
 * taken and may be cleared, to false when the visitor may try again, and to undefined when the page
 * is being left. With an `action`, a browser without scripts posts the form there.
 */
export function CheckedForm({
  rules,
  invalidNotice,
  noValidate = true,
  action,
  onSubmit,
  children,
  ...rest
}) {
  const form = useRef(null);
  const [errors, setErrors] = useState({});
  const [isAlive, setAlive] = useState(false);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => setAlive(true), []);

  const check = (name, value) =>
    setErrors((before) => ({ ...before, [name]: errorOf(rules[name], value) }));

  const submit = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    const data = Object.fromEntries(new FormData(form.current));
    const found = Object.fromEntries(
      Object.keys(rules).map((name) => [name, errorOf(rules[name], data[name] ?? "")]),
    );
    setErrors(found);
    const invalid = Object.keys(found).find((name) => found[name]);
    if (invalid) {
      // What is wrong is painted first, because the focus may scroll the page.
      requestAnimationFrame(() => setTimeout(() => form.current?.elements[invalid].focus()));
      if (invalidNotice) notify(invalidNotice);
      return;
    }
    setBusy(true);
    const isDone = await onSubmit(data);
    if (isDone === undefined) return;
    setBusy(false);
    if (isDone) form.current?.reset();
  };

  // Until the page is alive the browser itself would submit the form, its values in the address.
  const isReady = isAlive || Boolean(action);
  return (
    <FormContext value={{ errors: invalidNotice ? {} : errors, check, isBusy, isReady }}>
      <form
        ref={form}
        method={action && "post"}
        action={action}
        noValidate={noValidate}
        onSubmit={submit}
        aria-busy={isBusy}
        {...rest}
      >
        {children}
      </form>
    </FormContext>
  );
}

const MIN_PENDING_MS = 1000;
const TIMEOUT_MS = 10_000;

/**
 * Posts what a visitor typed to `endpoint` and says how it went: `success` and `failure` are notices
 * (`{title, description}`). What the API refuses is said in its own words, and so is any failure
 * without a description. Once sent, `thanks` takes the form's place, if given. On a site that stores
 * nothing no call is made: the input is logged to the browser's console.
 */
export function ApiForm({ endpoint, success, failure, thanks, ...rest }) {
  const { site } = usePage();
  const [isSent, setSent] = useState(false);

  const send = async (data) => {
    if (!site.storesForms) {
      console.info(`${success.title} (this site stores no forms)`, data);
      return;
    }
    await request("POST", endpoint, data, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  };

  const submit = async (data) => {
    const pending = new Promise((resolve) => setTimeout(resolve, MIN_PENDING_MS));
    const [{ reason: error, status }] = await Promise.allSettled([send(data), pending]);
    if (status === "fulfilled") {
      notify(success);
      setSent(true);
      return true;
    }
    const isRefused = Object.keys(error.errors ?? {}).length > 0;
    const description = isRefused || !failure.description ? error.reason || NO_RESPONSE : failure.description;
    notify({ title: failure.title, description, destructive: true });
    return false;
  };

  if (isSent && thanks) return thanks;
  return <CheckedForm onSubmit={submit} {...rest} />;
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
  const { isBusy, isReady } = useContext(FormContext);
  return (
    <button type="submit" disabled={isBusy || !isReady} {...rest}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
