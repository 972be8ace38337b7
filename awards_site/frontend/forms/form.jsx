// A form with client-side validation by rules from the server's schema.
import { createContext, useContext, useId, useRef, useState, useSyncExternalStore } from "react";
import { notify } from "../events.js";
import { subscribeToNothing, usePage } from "../queries/query.jsx";
import { request } from "../queries/request.js";

const NO_RESPONSE = "There was no response. Please check your connection and try again.";

const FormContext = createContext({});

const CHECKS = {
  length: (value, { min_length: minLength }) => value.trim().length >= minLength,
  required: (value) => value !== "",
  // The browser's own email validation, plus a dot in the domain. The server drops what nobody sees, too.
  email: (typed) => {
    const value = typed.replace(/\p{Cf}/gu, "").trim();
    const input = Object.assign(document.createElement("input"), { type: "email", value });
    return input.validity.valid && /@[^@]+\.[^@.]+$/.test(value);
  },
};

const errorOf = (rule, value) => (!rule || CHECKS[rule.check](value, rule) ? "" : rule.message);

/**
 * Calls `onSubmit(data)` with valid input. It must resolve to true if the form can be reset, to false
 * if the visitor may try again, and to undefined if the page is being left. Browsers without
 * JavaScript post to `action`. Without `noValidate`, the browser stops invalid input with messages of
 * its own.
 */
export function CheckedForm({
  rules,
  invalidToast,
  action,
  onSubmit,
  noValidate = true,
  children,
  ...rest
}) {
  const form = useRef(null);
  const [errors, setErrors] = useState({});
  // Hydration ends once. A form rendered later is ready in its first frame.
  const isHydrated = useSyncExternalStore(subscribeToNothing, () => true, () => false);
  const [isBusy, setBusy] = useState(false);

  const check = (name, value) =>
    setErrors((current) => ({ ...current, [name]: errorOf(rules[name], value) }));

  const submit = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    const data = Object.fromEntries(new FormData(form.current));
    const newErrors = Object.fromEntries(
      Object.keys(rules).map((name) => [name, errorOf(rules[name], data[name] ?? "")]),
    );
    setErrors(newErrors);
    const invalid = Object.keys(newErrors).find((name) => newErrors[name]);
    if (invalid) {
      // The errors are painted before the focus moves, which may scroll the page.
      requestAnimationFrame(() => setTimeout(() => form.current?.elements[invalid].focus()));
      if (invalidToast) notify(invalidToast);
      return;
    }
    setBusy(true);
    const isDone = await onSubmit(data);
    if (isDone === undefined) return;
    setBusy(false);
    if (isDone) form.current?.reset();
  };

  // Before hydration, a form without an action would be submitted with its values in the URL.
  const isReady = isHydrated || Boolean(action);
  return (
    <FormContext value={{ errors: invalidToast ? {} : errors, check, isBusy, isReady }}>
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
const HONEYPOT = "website";
const FILL_SECONDS = "X-Form-Fill-Seconds";
/** Too many requests, and no space left: the API's message says what the visitor can do. */
const EXPLAINED_STATUSES = [429, 507];

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A field that robots fill in and people neither see nor reach. `kind` is an element that the form has
 * no other of, so that scripts which look for its only input find that one.
 */
function Honeypot({ kind: Control }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Website
        <Control
          name={HONEYPOT}
          type={Control === "input" ? "text" : undefined}
          tabIndex={-1}
          autoComplete="off"
        />
      </label>
    </div>
  );
}

/**
 * Posts the form to `endpoint` and shows the toast `success` or `failure` (`{title, description}`). For
 * validation errors and EXPLAINED_STATUSES, and if `failure` has no description, the toast shows the API's
 * message. After success, `thanks` replaces the form. If the site stores no forms, the input is logged to
 * the console instead.
 *
 * The form is not sent before it has been shown for the seconds that the API demands. `honeypot` is the
 * element of the honeypot, whose value is sent only if it has one.
 */
export function ApiForm({ endpoint, success, failure, thanks, honeypot, children, ...rest }) {
  const { site } = usePage();
  const [isSent, setSent] = useState(false);
  const [shownAt] = useState(() => performance.now());

  const send = async ({ [HONEYPOT]: trapped, ...input }) => {
    if (!site.storesForms) {
      console.info(`${success.title} (this site stores no forms)`, input);
      return;
    }
    const secondsShown = () => (performance.now() - shownAt) / 1000;
    while (secondsShown() < site.formFillSeconds) {
      await wait((site.formFillSeconds - secondsShown()) * 1000);
    }
    const body = trapped ? { ...input, [HONEYPOT]: trapped } : input;
    const headers = { [FILL_SECONDS]: String(secondsShown()) };
    await request("POST", endpoint, body, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  };

  const submit = async (data) => {
    const [{ reason: error, status }] = await Promise.allSettled([send(data), wait(MIN_PENDING_MS)]);
    if (status === "fulfilled") {
      notify(success);
      setSent(true);
      return true;
    }
    const isExplained = Object.keys(error.errors ?? {}).length > 0 || EXPLAINED_STATUSES.includes(error.status);
    const description = isExplained || !failure.description ? error.reason || NO_RESPONSE : failure.description;
    notify({ title: failure.title, description, destructive: true });
    return false;
  };

  if (isSent && thanks) return thanks;
  return (
    <CheckedForm onSubmit={submit} {...rest}>
      {children}
      <Honeypot kind={honeypot} />
    </CheckedForm>
  );
}

export function FormField({ name, label, kind = "text", options, controlClass, ...rest }) {
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
      <label htmlFor={id} className="label mb-2 block font-semibold">
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
        // The negative margin places the error in the gap below the field, so that nothing moves.
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
