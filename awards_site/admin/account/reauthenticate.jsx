// Signing in again over a screen whose session has ended: whoever met that waits, and then goes on.
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { CredentialsForm } from "$/public/external/awards_site/admin/account/sign_in/sign_in.jsx";
import { Root } from "$/public/external/awards_site/ui/overlays/dialog/dialog.jsx";
import { request } from "$/public/external/awards_site/ui/queries/request/request.js";
import { addEvents, EventLoopContext } from "$/utils/context";
import { ReflexEvent, refs } from "$/utils/state";

const ENDED = "awards:session-ended";
const STATE_TOKEN = "token";

// A third of the time after which Reflex forgets the State of a page that sends no event.
const STAY_EVERY_MS = 20 * 60 * 1000;
const NOBODY = { resolve: () => undefined, reject: () => undefined };

const Gate = createContext(null);

// The server reads the cookie when the websocket opens, so it is opened anew. Reflex closes it when
// a page is left and opens it when a page is seen again; it has no other way to ask for that.
function reconnect() {
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  document.dispatchEvent(new Event("visibilitychange"));
}

async function signedInUser() {
  const response = await request("GET", "/api/auth/me");
  return response.ok ? response.json() : null;
}

/**
 * Opens the dialog that is its child whenever an `awards:session-ended` event comes, unless its
 * user has signed in elsewhere meanwhile. The event's detail is `{resolve, reject}`: what is called
 * when there is a session again, and when the dialog is closed without one.
 */
export function SessionGate({ name, userId, onStay, children }) {
  const [open, setOpen] = useState(false);
  const waiting = useRef([]);

  const settle = (how) => {
    const settled = waiting.current;
    waiting.current = [];
    setOpen(false);
    settled.forEach((each) => each[how]());
  };
  // What another user may not do is not done in the name of that user.
  const enter = (user) => {
    if (user.id === userId) {
      reconnect();
      settle("resolve");
    } else {
      settle("reject");
      window.location.reload();
    }
  };

  useEffect(() => {
    const receive = async (event) => {
      event.preventDefault();
      waiting.current.push(event.detail);
      if (waiting.current.length > 1) return;
      const user = await signedInUser().catch(() => null);
      if (user) enter(user);
      else setOpen(true);
    };
    window.addEventListener(ENDED, receive);
    // Reflex's "set value" event assigns to the value of a registered element.
    refs[name] = {
      current: {
        set value({ then, arguments: payload }) {
          const resolve = () => then && addEvents([ReflexEvent(then, payload)]);
          const detail = { resolve, reject: () => {} };
          window.dispatchEvent(new CustomEvent(ENDED, { detail, cancelable: true }));
        },
      },
    };
    return () => window.removeEventListener(ENDED, receive);
  });

  // Without a session, the websocket is refused when it reconnects.
  const [, connectErrors] = useContext(EventLoopContext);
  useEffect(() => {
    if (!connectErrors.length || waiting.current.length) return;
    const ask = () => window.dispatchEvent(new CustomEvent(ENDED, { detail: NOBODY, cancelable: true }));
    request("GET", "/api/auth/me").then(
      ({ status }) => status === 401 && ask(),
      () => undefined,
    );
  }, [connectErrors]);

  // Typing sends nothing to the server, which forgets a page that it does not hear of.
  useEffect(() => {
    const timer = setInterval(onStay, STAY_EVERY_MS);
    return () => clearInterval(timer);
  }, [onStay]);

  // A page that is loaded again starts with a State of its own. Only a page that goes on, with its
  // websocket opened anew, finds the State that it had: so the server can tell the two apart.
  useEffect(() => {
    const forget = () => sessionStorage.removeItem(STATE_TOKEN);
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);

  return (
    <Gate.Provider value={enter}>
      <Root open={open} onClose={() => settle("reject")}>
        {children}
      </Root>
    </Gate.Provider>
  );
}

/** The form of the dialog, whose fields are its children. */
export function SessionForm(props) {
  const enter = useContext(Gate);
  const place = useRef(null);
  const select = () => place.current.querySelector("[type=password]").select();
  return (
    <div ref={place}>
      <CredentialsForm onUser={enter} onRefused={select} {...props} />
    </div>
  );
}
