"""Offers the events that a page adds while its websocket is closed to the page's scripts."""

from awards_site.reflex_patches.patch import Patch, state_script

PATCH = Patch(
    __name__,
    reason="Reflex queues an event until the websocket opens, which it does not when the session"
    " has ended, so that a click would have no effect.",
    obsolete_when="scripts of an app can take back an event that waits for the websocket",
)
FILE = "utils/state.js"

_ANCHOR = "    const _events = normalizeEvents(events);\n"
_OFFER = """\
    if (
      socket.current &&
      !socket.current.connected &&
      !window.dispatchEvent(
        new CustomEvent("awards:offline-events", {
          cancelable: true,
          detail: {
            names: _events.map((event) => event.name),
            reconnects: socket.current.active,
            resume: () => addEvents(events, args, event_actions),
          },
        }),
      )
    ) {
      return;
    }
"""


def offer(script: str) -> str:
    """Return `utils/state.js` with the events offered to `takeOfflineEvents`."""
    return PATCH.insert(script, after=_ANCHOR, line=_OFFER, file=FILE)


def verify() -> None:
    offer(state_script())
