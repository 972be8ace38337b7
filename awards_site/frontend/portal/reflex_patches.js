// The portal's door to Reflex's event loop; browser_events.py says what it builds on.
import { useContext } from "react";
import { addEvents, EventLoopContext } from "$/utils/context";
import { ReflexEvent, refs } from "$/utils/state";

const STATE_TOKEN = "token";
const OFFLINE_EVENTS = "awards:offline-events";
const LOAD = ".on_load_internal";

/** Calls a State's handler, given by its full name. */
export const callHandler = (name, payload) => addEvents([ReflexEvent(name, payload)]);

/** Calls `receive` with each value that the server sends to `name`; see `send_value`. */
export function receiveValues(name, receive) {
  refs[name] = {
    current: {
      set value(value) {
        receive(value);
      },
    },
  };
}

/** Returns the errors of opening the websocket since it was last open. */
export const useConnectErrors = () => useContext(EventLoopContext)[1];

/**
 * Calls `take` with the events that are added while the websocket is closed: `{loads, reconnects,
 * resume}` say whether they load a screen, whether the websocket is about to open again, and add them
 * again. The events are dropped if it returns true. Returns a function that ends this.
 */
export function takeOfflineEvents(take) {
  const onEvents = (event) => {
    const { names, ...detail } = event.detail;
    // The browser carries out those with an underscore itself.
    if (names.every((name) => name.startsWith("_"))) return;
    const loads = names.some((name) => name.endsWith(LOAD));
    if (take({ loads, ...detail })) event.preventDefault();
  };
  window.addEventListener(OFFLINE_EVENTS, onEvents);
  return () => window.removeEventListener(OFFLINE_EVENTS, onEvents);
}

/** Closes the websocket, as when a page is left, and opens it, as when a page is seen again. */
export function reconnect() {
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Makes the page start with a State of its own when it is loaded again. */
export const forgetState = () => sessionStorage.removeItem(STATE_TOKEN);
