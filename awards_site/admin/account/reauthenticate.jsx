// Asks the user to sign in again when the session has ended, then resumes the pending operations.
import { createContext, useContext, useEffect, useRef, useState } from "react";
import {
  callHandler,
  forgetState,
  receiveValues,
  reconnect,
  takeOfflineEvents,
  useConnectErrors,
} from "$/public/external/awards_site/reflex_patches/browser_events/browser_events.js";
import { CredentialsForm } from "$/public/external/awards_site/admin/account/sign_in/sign_in.jsx";
import { Root } from "$/public/external/awards_site/ui/overlays/dialog_parts/dialog.jsx";
import { request } from "$/public/external/awards_site/ui/queries/request/request.js";

const SESSION_ENDED = "awards:session-ended";

// A third of the time after which Reflex drops the State of an idle page.
const KEEP_ALIVE_MS = 20 * 60 * 1000;
const NO_CALLBACKS = { resolve: () => undefined, reject: () => undefined };

const OnUser = createContext(null);

async function signedInUser() {
  const response = await request("GET", "/api/auth/me");
  return response.ok ? response.json() : null;
}

const askToSignIn = (detail) =>
  window.dispatchEvent(new CustomEvent(SESSION_ENDED, { detail, cancelable: true }));

const withoutSlash = (path) => path.replace(/\/$/, "");

/**
 * Opens its child dialog on an `awards:session-ended` event, unless the user has already signed in
 * again in another tab. The event's detail is `{resolve, reject, leaves}`: `resolve` is called after
 * sign-in, `reject` if the dialog is closed; the page is reloaded instead if the user `leaves` the
 * screen of the State, whose path is `path`.
 */
export function SessionGate({ name, userId, path, onKeepAlive, children }) {
  const [open, setOpen] = useState(false);
  const pending = useRef([]);
  // Whether the session is known to have ended, so that the websocket cannot open.
  const hasEnded = useRef(false);
  const isKeepingAlive = useRef(false);

  const settle = (outcome) => {
    const settled = pending.current;
    pending.current = [];
    setOpen(false);
    settled.forEach((callbacks) => callbacks[outcome]());
  };
  // Pending operations are dropped if a different user signs in.
  const onUser = (user) => {
    if (user.id === userId) {
      hasEnded.current = false;
      // The server reads the cookie when the websocket opens.
      reconnect();
      settle("resolve");
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
      const user = await signedInUser().catch(() => null);
      if (user) onUser(user);
      else if (event.detail.leaves) window.location.reload();
      else setOpen(true);
    };
    window.addEventListener(SESSION_ENDED, onSessionEnded);
    receiveValues(name, ({ then, arguments: payload }) => {
      const resolve = () => then && callHandler(then, payload);
      askToSignIn({ resolve, reject: () => {} });
    });
    // The server has closed the websocket, because the session has ended.
    const endTaking = takeOfflineEvents(({ loads, reconnects, resume }) => {
      if (reconnects && !hasEnded.current) return false;
      if (isKeepingAlive.current) return true;
      const leaves = loads && withoutSlash(window.location.pathname) !== withoutSlash(path);
      askToSignIn({ resolve: resume, reject: () => {}, leaves });
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
    <OnUser.Provider value={onUser}>
      <Root open={open} onClose={() => settle("reject")}>
        {children}
      </Root>
    </OnUser.Provider>
  );
}

/** The dialog's sign-in form; its children are the fields. */
export function SessionForm(props) {
  const onUser = useContext(OnUser);
  const container = useRef(null);
  const selectPassword = () => container.current.querySelector("[type=password]").select();
  return (
    <div ref={container}>
      <CredentialsForm onUser={onUser} onFailed={selectPassword} {...props} />
    </div>
  );
}
