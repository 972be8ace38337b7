import { createContext, useContext, useEffect, useRef, useState } from "react";
import { CheckedForm } from "../forms/form.jsx";
import { forgetAll, forgetExpired } from "../overlays/autosave.js";
import { getPasskey } from "./passkeys.js";
import { notify } from "../events.js";
import { request, signIn, signOut as endSession } from "../queries/request.js";
import { usePage } from "../queries/query.jsx";

// The second step of signing in, and of confirming one's identity.

const Step = createContext(null);

export const notifyFailure = (title, error) =>
  notify({ title, description: error.reason ?? error.message, destructive: true });

const ALTERNATIVES = {
  passkey: "Use your passkey instead",
  "authenticator-app": "Use a code of your authenticator app",
  "recovery-code": "Use a recovery code",
};

/**
 * Shows `first`, which is called with a function that takes the challenge of a response, and then
 * `second`, a SecondFactorForm. Calls `onUser(user)` when it is accepted.
 */
export function TwoSteps({ first, second, onUser }) {
  const [challenge, setChallenge] = useState(null);
  if (!challenge) return first(setChallenge);
  const onBack = () => setChallenge(null);
  return <Step.Provider value={{ challenge, onUser, onBack }}>{second}</Step.Provider>;
}

/** Asks for a passkey or a code; `appField` and `recoveryField` are its alternative fields. */
export function SecondFactorForm({ appField, recoveryField, submitButton, buttonClass, linkClass, ...rest }) {
  const { challenge, onUser, onBack } = useContext(Step);
  const [method, setMethod] = useState(challenge.methods[0]);
  const [isAsking, setAsking] = useState(false);

  const submitResponse = async (input) => {
    try {
      const response = await request("POST", "/api/auth/second-factor", { challenge: challenge.challenge, ...input });
      await onUser(await response.json());
      return undefined;
    } catch (error) {
      notifyFailure("Confirmation failed", error);
      if (error.errors?.challenge) onBack();
      return false;
    }
  };

  const usePasskey = async () => {
    setAsking(true);
    try {
      await submitResponse({ credential: await getPasskey(challenge.passkey) });
    } catch (error) {
      notifyFailure("Confirmation failed", error);
    }
    setAsking(false);
  };

  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted" role="status">
        Your password is correct. One more step protects your account.
      </p>
      {method === "passkey" ? (
        <button type="button" className={buttonClass} onClick={usePasskey} disabled={isAsking} autoFocus>
          {isAsking ? "Waiting for your passkey..." : "Use your passkey"}
        </button>
      ) : (
        <CheckedForm key={method} onSubmit={submitResponse} className="grid gap-5" {...rest}>
          {method === "recovery-code" ? recoveryField : appField}
          {submitButton}
        </CheckedForm>
      )}
      <div className="grid justify-items-start gap-3">
        {challenge.methods
          .filter((each) => each !== method)
          .map((each) => (
            <button key={each} type="button" className={linkClass} onClick={() => setMethod(each)}>
              {ALTERNATIVES[each]}
            </button>
          ))}
        <button type="button" className={linkClass} onClick={onBack}>
          Start again
        </button>
      </div>
    </div>
  );
}

const Problem = ({ children }) => (
  <p role="alert" className="mb-6 border-l-2 border-gold pl-4 leading-relaxed">
    {children}
  </p>
);

// Sign-in and sign-out by browser requests, because only an HTTP response can set the cookie.

const FLASH_KEY = "awards.notice";
const STATE_TOKEN_KEY = "token";

// Loads a page with a new websocket, because the server reads the cookie when a websocket opens, and
// with a new State token, so that users never share a State.
function navigate(url, toast) {
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
    notifyFailure("Logout failed", error);
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
      else await onUser(response);
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

const NO_COOKIES =
  "Signing in needs cookies, which your browser blocks. Allow them for this site in its settings, then reload this page.";

export function SignInForm({ destination, ...rest }) {
  const { nextFiles = [] } = usePage();
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    setBlocked(!navigator.cookieEnabled);
    // Expired input of users who never sign in again is deleted here.
    forgetExpired();
    nextFiles.forEach((href) =>
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href })),
    );
  }, []);
  const onUser = async ({ name }) => {
    // Only the next request shows whether the browser has kept the cookie.
    const { status } = await request("GET", "/api/auth/me");
    if (status === 401) setBlocked(true);
    else navigate(destination, { title: "Login successful", description: `Welcome back, ${name}!` });
  };
  return (
    <>
      {isBlocked && <Problem>{NO_COOKIES}</Problem>}
      <CredentialsForm onUser={onUser} {...rest} />
    </>
  );
}

// The forms for people who have forgotten their password, or choose one by the link of an email.

const NO_TOKEN =
  "This page needs the whole link from your email. Please open it from there again, or request a new one.";

/** Asks for a link by email; `thanks` then replaces the form. */
export function ForgotPasswordForm({ endpoint, thanks, ...rest }) {
  const [isSent, setSent] = useState(false);

  const submit = async ({ email }) => {
    try {
      await request("POST", endpoint, { email });
      setSent(true);
      return true;
    } catch (error) {
      notifyFailure("Error sending the link", error);
      return false;
    }
  };

  return isSent ? thanks : <CheckedForm onSubmit={submit} {...rest} />;
}

/**
 * Chooses a password with the token in the URL's fragment, and then loads `destination`. A message
 * replaces the form if there is no token, or the server does not accept it.
 */
export function ChoosePasswordForm({ endpoint, destination, ...rest }) {
  const token = useRef("");
  const [problem, setProblem] = useState("");

  useEffect(() => {
    // The token leaves the address bar, so that it is neither in the history nor seen by others.
    token.current = window.location.hash.slice(1);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    if (!token.current) setProblem(NO_TOKEN);
  }, []);

  const submit = async ({ password, repeatedPassword }) => {
    if (password !== repeatedPassword) {
      notify({ title: "The passwords do not match", destructive: true });
      return false;
    }
    try {
      const response = await request("POST", endpoint, { token: token.current, password });
      const { username } = await response.json();
      navigate(destination, { title: "Password saved", description: `Sign in as ${username}.` });
      return undefined;
    } catch (error) {
      if (error.errors?.token) setProblem(error.errors.token);
      else notifyFailure("Error saving the password", error);
      return false;
    }
  };

  if (!problem) return <CheckedForm onSubmit={submit} {...rest} />;
  return <Problem>{problem}</Problem>;
}
