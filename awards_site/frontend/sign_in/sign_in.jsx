// Sign-in and sign-out by browser requests, because only an HTTP response can set the cookie.
import { useEffect } from "react";
import { signIn, signOut as endSession } from "../queries/request.js";
import { forgetAll, forgetExpired } from "../overlays/autosave.js";
import { TwoSteps } from "./second_factor.jsx";
import { usePage } from "../queries/page_context.jsx";
import { notify } from "../events.js";
import { CheckedForm } from "../forms/form.jsx";

const FLASH_KEY = "awards.notice";
const STATE_TOKEN_KEY = "token";

// Loads a page with a new websocket, because the server reads the cookie when a websocket opens, and
// with a new State token, so that users never share a State.
export function navigate(url, toast) {
  sessionStorage.setItem(FLASH_KEY, JSON.stringify(toast));
  sessionStorage.removeItem(STATE_TOKEN_KEY);
  window.location.assign(url);
}

/** Shows the toast that the previous page stored. */
export function FlashMessage() {
  useEffect(() => {
    const toast = sessionStorage.getItem(FLASH_KEY);
    if (!toast) return;
    sessionStorage.removeItem(FLASH_KEY);
    notify(JSON.parse(toast));
  }, []);
  return null;
}

export async function signOut(url) {
  try {
    await endSession();
    forgetAll();
    navigate(url, { title: "Logged out" });
  } catch (error) {
    const description = error.reason ?? error.message;
    notify({ title: "Logout failed", description, destructive: true });
  }
}

/**
 * A sign-in form; its children are the fields. Calls `onUser(user)` after sign-in, for which some users
 * need the form `secondFactor`.
 */
export function CredentialsForm({ onUser, onFailed, secondFactor, ...rest }) {
  const submit = (onChallenge) => async ({ username, password }) => {
    try {
      const response = await signIn(username, password);
      if (response.challenge) onChallenge(response);
      else onUser(response);
      return undefined;
    } catch (error) {
      notify({ title: "Login failed", description: error.message, destructive: true });
      onFailed?.();
      return false;
    }
  };
  return (
    <TwoSteps
      first={(onChallenge) => <CheckedForm onSubmit={submit(onChallenge)} {...rest} />}
      second={secondFactor}
      onUser={onUser}
    />
  );
}

export function SignInForm({ destination, ...rest }) {
  const { nextFiles = [] } = usePage();
  useEffect(() => {
    // Whoever does not sign in again comes no further.
    forgetExpired();
    nextFiles.forEach((href) =>
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href })),
    );
  }, []);
  const onUser = ({ name }) =>
    navigate(destination, { title: "Login successful", description: `Welcome back, ${name}!` });
  return <CredentialsForm onUser={onUser} {...rest} />;
}
