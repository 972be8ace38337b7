// Signing in and out: the browser's own requests, because only an HTTP answer sets the cookie.
import { useEffect } from "react";
import { signIn, signOut as endSession } from "$/public/external/awards_site/ui/request/request.js";
import { CheckedForm } from "$/public/external/awards_site/ui/forms/form.jsx";

const NOTICE = "awards.notice";
const STATE_TOKEN = "token";

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
    await endSession();
    leave(address, { title: "Logged out" });
  } catch (error) {
    const description = error.reason ?? error.message;
    notify({ title: "Logout failed", description, destructive: true });
  }
}

/** The sign-in form, whose fields are its children. */
export function SignInForm({ rules, destination, children, ...rest }) {
  const submit = async ({ username, password }) => {
    try {
      const { name } = await signIn(username, password);
      leave(destination, { title: "Login successful", description: `Welcome back, ${name}!` });
      return undefined;
    } catch (error) {
      notify({ title: "Login failed", description: error.message, destructive: true });
      return false;
    }
  };

  return (
    <CheckedForm rules={rules} onSubmit={submit} {...rest}>
      {children}
    </CheckedForm>
  );
}
