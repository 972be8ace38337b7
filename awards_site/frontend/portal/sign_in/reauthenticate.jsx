// Asks the user to sign in again when the session has ended, to confirm the password for what is
// sensitive, or a question about what a write does, then resumes the pending operations.
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { CheckedForm } from "../../forms/form.jsx";
import { CredentialsForm, TwoSteps, notifyFailure } from "../../sign_in/sign_in.jsx";
import { createPasskey } from "../../sign_in/passkeys.js";
import { Root } from "../../overlays/dialog.jsx";
import { SESSION_ENDED, emit } from "../../events.js";
import { callHandler, forgetState, receiveValues, reconnect, takeOfflineEvents, useConnectErrors } from "../reflex_patches.js";
import { request } from "../../queries/request.js";

// A third of the time after which Reflex drops the State of an idle page.
const KEEP_ALIVE_MS = 20 * 60 * 1000;
const NO_CALLBACKS = { resolve: () => undefined, reject: () => undefined };

const Gate = createContext(null);

async function signedInUser() {
  const response = await request("GET", "/api/auth/me");
  return response.ok ? response.json() : null;
}

const askToSignIn = (detail) => emit(SESSION_ENDED, detail);

const withoutSlash = (path) => path.replace(/\/$/, "");

/**
 * Opens a dialog on SESSION_ENDED: the third child if the event's detail has a `question`, the
 * second if it has `confirm`, else the first, unless the user has already signed in again in
 * another tab. The other keys of the detail are `resolve`, which is called afterwards, `reject`, if the dialog is closed, and
 * `leaves`: the page is reloaded instead if the user leaves the screen of the State, at `path`.
 */
export function SessionGate({ name, userId, path, onKeepAlive, children }) {
  const [open, setOpen] = useState("");
  const [question, setQuestion] = useState(null);
  const pending = useRef([]);
  // Whether the session is known to have ended, so that the websocket cannot open.
  const hasEnded = useRef(false);
  const isKeepingAlive = useRef(false);

  const settle = (outcome) => {
    const settled = pending.current;
    pending.current = [];
    setOpen("");
    settled.forEach((callbacks) => callbacks[outcome]());
  };
  const onConfirmed = () => {
    hasEnded.current = false;
    // The server reads the cookie, which has changed, when the websocket opens.
    reconnect();
    settle("resolve");
  };
  const onEnded = () => setOpen("ended");
  // Pending operations are dropped if a different user signs in.
  const onUser = (user) => {
    if (user.id === userId) {
      onConfirmed();
    } else {
      settle("reject");
      window.location.reload();
    }
  };

  useEffect(() => {
    const onSessionEnded = async (event) => {
      event.preventDefault();
      pending.current.push(event.detail);
      if (pending.current.length > 1) return;
      if (event.detail.question) {
        setQuestion(event.detail.question);
        setOpen("question");
        return;
      }
      if (event.detail.confirm) {
        setOpen("confirm");
        return;
      }
      const user = await signedInUser().catch(() => null);
      if (user) onUser(user);
      else if (event.detail.leaves) window.location.reload();
      else onEnded();
    };
    window.addEventListener(SESSION_ENDED, onSessionEnded);
    receiveValues(name, ({ known, then, arguments: payload, ...asked }) => {
      if (known) {
        signedInUser().catch(() => null);
        return;
      }
      const resolve = () => then && callHandler(then, { ...payload, confirmed: asked.question?.ids ?? [] });
      askToSignIn({ ...NO_CALLBACKS, resolve, ...asked });
    });
    // The server has closed the websocket, because the session has ended.
    const endTaking = takeOfflineEvents(({ loads, reconnects, resume }) => {
      if (reconnects && !hasEnded.current) return false;
      if (isKeepingAlive.current) return true;
      const leaves = loads && withoutSlash(window.location.pathname) !== withoutSlash(path);
      askToSignIn({ ...NO_CALLBACKS, resolve: resume, leaves });
      return true;
    });
    return () => {
      endTaking();
      window.removeEventListener(SESSION_ENDED, onSessionEnded);
    };
  });

  // The server refuses to reconnect a websocket without a session.
  const connectErrors = useConnectErrors();
  useEffect(() => {
    if (!connectErrors.length || hasEnded.current || pending.current.length) return;
    request("GET", "/api/auth/me").then(
      ({ status }) => {
        if (status !== 401) return;
        hasEnded.current = true;
        askToSignIn(NO_CALLBACKS);
      },
      () => undefined,
    );
  }, [connectErrors]);

  // Typing sends no events, so an idle page would lose its State. Without a session it has none to
  // keep, and the user is asked to sign in only when they do something.
  useEffect(() => {
    const timer = setInterval(() => {
      isKeepingAlive.current = true;
      onKeepAlive();
      isKeepingAlive.current = false;
    }, KEEP_ALIVE_MS);
    return () => clearInterval(timer);
  }, [onKeepAlive]);

  // A reloaded page starts with a new State; only a reconnected websocket keeps the old one. The
  // server tells the two cases apart by this.
  useEffect(() => {
    window.addEventListener("pagehide", forgetState);
    return () => window.removeEventListener("pagehide", forgetState);
  }, []);

  return (
    <Gate.Provider value={{ onUser, onConfirmed, onEnded, question, answer: () => settle("resolve") }}>
      {["ended", "confirm", "question"].map((reason, index) => (
        <Root key={reason} open={open === reason} onClose={() => settle("reject")}>
          {children[index]}
        </Root>
      ))}
    </Gate.Provider>
  );
}

export const Question = ({ part }) => useContext(Gate).question?.[part];

export function AnswerButton(props) {
  const { answer } = useContext(Gate);
  return <button type="button" onClick={answer} {...props} />;
}

const selectPassword = (container) => container.current.querySelector("[type=password]").select();

/** The sign-in form of the first dialog; its children are the fields. */
export function SessionForm(props) {
  const { onUser } = useContext(Gate);
  const container = useRef(null);
  return (
    <div ref={container}>
      <CredentialsForm onUser={onUser} onFailed={() => selectPassword(container)} {...props} />
    </div>
  );
}

/** The form of the second dialog, which confirms the identity; its children are the fields. */
export function ConfirmForm({ secondFactor, ...rest }) {
  const { onConfirmed, onEnded } = useContext(Gate);
  const container = useRef(null);
  const submit = (onChallenge) => async ({ password }) => {
    try {
      const response = await request("POST", "/api/auth/reauthenticate", { password });
      if (response.status === 202) onChallenge(await response.json());
      else onConfirmed();
      return undefined;
    } catch (error) {
      if (error.status === 401) {
        onEnded();
        return undefined;
      }
      notifyFailure("Confirmation failed", error);
      selectPassword(container);
      return false;
    }
  };
  return (
    <div ref={container} className="overflow-y-auto p-5 sm:p-6">
      <TwoSteps
        first={(onChallenge) => <CheckedForm onSubmit={submit(onChallenge)} {...rest} />}
        second={secondFactor}
        onUser={onConfirmed}
      />
    </div>
  );
}

// Creates the passkey that a State asks for.

/** Calls `onCreated` with the passkey as JSON and "", or with null and why there is none. */
export function PasskeyCreator({ name, onCreated }) {
  useEffect(() => {
    receiveValues(name, (options) =>
      createPasskey(options).then(
        (credential) => onCreated(credential, ""),
        (error) => onCreated(null, error.message),
      ),
    );
  }, [name, onCreated]);
  return null;
}
