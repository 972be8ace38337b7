// Signing in and out: the browser's own requests, because only an HTTP response sets the cookie.
import { useEffect } from "react";
import { signIn, signOut as endSession } from "$/public/external/awards_site/ui/queries/request/request.js";
import { CheckedForm, notify } from "$/public/external/awards_site/ui/forms/api_form/form.jsx";

const NOTICE = "awards.notice";
const STATE_TOKEN = "token";

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

/** A form that signs in, whose fields are its children; `onUser` is given the user. */
export function CredentialsForm({ onUser, onRefused, ...rest }) {
  const submit = async ({ username, password }) => {
    try {
      onUser(await signIn(username, password));
      return undefined;
    } catch (error) {
      notify({ title: "Login failed", description: error.message, destructive: true });
      onRefused?.();
      return false;
    }
  };
  return <CheckedForm onSubmit={submit} {...rest} />;
}

export function SignInForm({ destination, ...rest }) {
  const enter = ({ name }) =>
    leave(destination, { title: "Login successful", description: `Welcome back, ${name}!` });
  return <CredentialsForm onUser={enter} {...rest} />;
}
