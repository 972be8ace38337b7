// Signing in and out: the browser's own requests, because only an HTTP answer sets the cookie.
import { useEffect, useRef, useState } from "react";

const NOTICE = "awards.notice";
const STATE_TOKEN = "token";
const FIELDS = [
  { name: "username", label: "Username", type: "text", autoComplete: "username" },
  { name: "password", label: "Password", type: "password", autoComplete: "current-password" },
];

function notify(detail) {
  window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
}

// The page is loaded again, because the server reads the cookie when the websocket opens. It gets
// a new token, so that nothing of one user's pages is ever shown to the next.
function leave(address, notice) {
  sessionStorage.setItem(NOTICE, JSON.stringify(notice));
  sessionStorage.removeItem(STATE_TOKEN);
  window.location.assign(address);
}

/** Shows the notice that was left behind by the page before this one. */
export function ArrivalNotice() {
  useEffect(() => {
    const notice = sessionStorage.getItem(NOTICE);
    if (!notice) return;
    sessionStorage.removeItem(NOTICE);
    notify(JSON.parse(notice));
  }, []);
  return null;
}

export async function signOut(address) {
  try {
    await window.awards.signOut();
    leave(address, { title: "Logged out" });
  } catch (error) {
    const description = error.reason ?? error.message;
    notify({ title: "Logout failed", description, destructive: true });
  }
}

/** The sign-in form; `required` says what is missing, by field, and `look` has the classes. */
export function SignInForm({ destination, required, look }) {
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState({});
  const form = useRef(null);

  const mark = (refused) => {
    setErrors(refused);
    const [first] = Object.keys(refused);
    if (first) form.current.elements.namedItem(first)?.focus();
    return Boolean(first);
  };

  const refuse = (error) => {
    setPending(false);
    if (mark(error.cause?.errors ?? {})) return;
    notify({ title: "Login failed", description: error.message, destructive: true });
  };

  const submit = async (event) => {
    event.preventDefault();
    if (pending) return;
    const typed = Object.fromEntries(new FormData(form.current));
    if (mark(Object.fromEntries(Object.entries(required).filter(([name]) => !typed[name])))) return;
    setPending(true);
    try {
      const { name } = await window.awards.signIn(typed.username, typed.password);
      leave(destination, { title: "Login successful", description: `Welcome back, ${name}!` });
    } catch (error) {
      refuse(error);
    }
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      {FIELDS.map(({ name, label, ...control }) => (
        <div key={name}>
          <label htmlFor={name} className={look.label}>
            {label}
          </label>
          <input
            id={name}
            name={name}
            className={`mt-1.5 ${look.input}`}
            aria-invalid={name in errors}
            aria-describedby={`${name}-error`}
            autoCapitalize="none"
            spellCheck={false}
            {...control}
          />
          <p id={`${name}-error`} role="alert" className={look.error}>
            {errors[name]}
          </p>
        </div>
      ))}
      <button type="submit" aria-disabled={pending} aria-busy={pending} className={look.button}>
        {pending ? "Signing in..." : "Sign in"}
      </button>
    </form>
  );
}
