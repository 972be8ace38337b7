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

async function answer(response) {
  const text = await response.text();
  try {
    const body = JSON.parse(text);
    return { body, text: body.message ?? text };
  } catch {
    return { body: {}, text: text || response.statusText };
  }
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
  const failed = (description) => notify({ title: "Logout failed", description, destructive: true });
  try {
    const response = await window.awards.signOut();
    if (response.ok) leave(address, { title: "Logged out" });
    else failed((await answer(response)).text);
  } catch (error) {
    failed(error.message);
  }
}

/** The sign-in form; `look` holds the classes of its parts. */
export function SignInForm({ destination, look }) {
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState({});
  const form = useRef(null);

  const refuse = (description) => {
    setPending(false);
    notify({ title: "Login failed", description, destructive: true });
  };

  const judge = async (response) => {
    const { body, text } = await answer(response);
    if (response.ok) {
      leave(destination, { title: "Login successful", description: `Welcome back, ${body.name}!` });
    } else if (response.status === 401) {
      refuse("Invalid username or password");
    } else if (response.status === 422 && body.errors?.length) {
      setPending(false);
      setErrors(Object.fromEntries(body.errors.map(({ field, message }) => [field, message])));
      form.current.elements.namedItem(body.errors[0].field)?.focus();
    } else {
      refuse(`Server error: ${response.status} - ${text}`);
    }
  };

  const submit = async (event) => {
    event.preventDefault();
    if (pending) return;
    const { username, password } = Object.fromEntries(new FormData(form.current));
    setPending(true);
    setErrors({});
    try {
      await judge(await window.awards.signIn(username, password));
    } catch (error) {
      refuse(error.message);
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
