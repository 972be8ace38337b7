"""Loads the State of a page for its document, so that it shows before the websocket is open."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import reflex as rx
from reflex.app import EventNamespace
from reflex.middleware import Middleware
from reflex.state import BaseState, OnLoadInternalState, State, StateUpdate
from reflex_base.constants import CompileVars, RouteVar
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.event import Event, EventHandler
from reflex_base.event.processor import EventProcessor
from reflex_base.utils.format import format_event_handler
from starlette.datastructures import QueryParams
from starlette.types import Scope

from awards_site.reflex_patches.anchors.generated_scripts import state_script
from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="The document of a page is empty: its first row waits for the scripts, then for a"
    " websocket, and then for its State, which is four round trips later.",
    obsolete_when="Reflex renders a page with its State on the server",
)

ELEMENT_ID = "preloaded-state"
"""The id of the document's element with the updates, in JSON."""

Delta = Mapping[str, Mapping[str, Any]]
"""New values of variables, by the full name of their State and their own."""

_FILE = "utils/state.js"
_ROOT = State.get_full_name()
_LOAD = format_event_handler(OnLoadInternalState.event_handlers["on_load_internal"])
_HAS_LOADED = CompileVars.IS_HYDRATED + FIELD_MARKER
_MODULE = "let warmSocket = null;\n"
_HELD = "let heldEvents = [];\n"
_QUEUE = "      () => queueEvents(_events, socket, false, navigate, params),\n"
_HOLD = """\
      () => {
        const send = () => queueEvents(_events, socket, false, navigate, params);
        // The browser carries out those with an underscore itself.
        const isHeld = heldEvents && !_events.every(({ name }) => name?.startsWith("_"));
        return isHeld ? heldEvents.push(send) : send();
      },
"""
_UPDATED = "        applyClientStorageDelta(client_storage, delta);\n"
_SEND_HELD = f"""\
        if (heldEvents && delta["{_ROOT}"]?.{_HAS_LOADED}) {{
          const held = heldEvents;
          heldEvents = null;
          held.forEach((send) => send());
        }}
"""
_CONNECTS = """\
  // mounted, even when a transport warmed up with it earlier.
  socketStarted = true;
"""
_APPLY = f"""\
  const preloaded = document.getElementById("{ELEMENT_ID}");
  if (preloaded) {{
    const state = JSON.parse(preloaded.textContent);
    preloaded.remove();
    token = state.token;
    window.sessionStorage.setItem(TOKEN_KEY, token);
    for (const delta of state.updates) {{
      for (const substate in delta) dispatch[substate]?.(delta[substate]);
    }}
  }}
"""


def apply_before_connecting(script: str) -> str:
    """Return `utils/state.js`, which applies the document's updates when the page has mounted.

    What people do then is sent when the State has loaded, so that its handlers find it loaded.
    """
    for after, line in ((_MODULE, _HELD), (_UPDATED, _SEND_HELD), (_CONNECTS, _APPLY)):
        script = PATCH.insert(script, after=after, line=line, file=_FILE)
    return PATCH.replace(script, before=_QUEUE, after=_HOLD, file=_FILE)


async def load(app: rx.App, key: str, scope: Scope) -> list[Delta]:
    """Run a page's `on_load` handlers in the new State of `key`; return what they change in it.

    `scope` is the request for the page's document. Left out are what the handlers send to the
    browser, such as redirects, and the root's variables, which have the headers of the request,
    except whether the page has loaded.
    """
    deltas: list[Delta] = []
    sent: list[Event] = []

    async def collect(_token: str, delta: Delta) -> None:
        kept = {name: values for name, values in delta.items() if name != _ROOT}
        if _HAS_LOADED in delta.get(_ROOT, {}):
            kept[_ROOT] = {_HAS_LOADED: delta[_ROOT][_HAS_LOADED]}
        deltas.append(kept)

    async def note(_token: str, *events: Event) -> None:
        sent.extend(events)

    root = app.event_processor._root_context
    PATCH.require(root, "an event processor that has started")
    context = replace(root.fork(key), emit_delta_impl=collect, emit_event_impl=note)
    loading = await app.event_processor.enqueue(key, _load_event(app, scope, key), context)
    await loading.wait_all()
    # The first is the snapshot of a new State, which the page's scripts have. What was sent to the
    # browser would be lost.
    return [] if sent else [delta for delta in deltas[1:] if delta]


def _load_event(app: rx.App, scope: Scope, key: str) -> Event:
    """Return the event by which the page would load its State, had it a websocket."""
    path, query = scope["path"], scope["query_string"].decode("latin-1")
    return Event(
        name=format_event_handler(State.event_handlers[CompileVars.HYDRATE_AND_LOAD]),
        router_data={
            **app.event_namespace._build_static_router_data("", {"asgi.scope": scope}),
            RouteVar.PATH: f"/{(app.router(path) or '404').removeprefix('/')}",
            RouteVar.ORIGIN: f"{path}?{query}" if query else path,
            RouteVar.QUERY: dict(QueryParams(query)),
            RouteVar.CLIENT_TOKEN: key,
        },
    )


class PreloadedStates(Middleware):
    """Handles `instead` in place of the `on_load` handlers that have run for the page's document.

    `take_preloaded` takes the State's key, and returns whether they have, once.
    """

    def __init__(self, take_preloaded: Callable[[str], bool], instead: EventHandler) -> None:
        self._take_preloaded = take_preloaded
        self._events = [instead, OnLoadInternalState.set_is_hydrated(True)]

    async def preprocess(self, app: rx.App, state: BaseState, event: Event) -> StateUpdate | None:
        if event.name != _LOAD:
            return None
        if not self._take_preloaded(state.router.session.client_token):
            return None
        return StateUpdate(events=Event.from_event_type(self._events))


def verify() -> None:
    apply_before_connecting(state_script())
    PATCH.require(
        hasattr(EventNamespace, "_build_static_router_data"),
        "EventNamespace._build_static_router_data",
    )
    names = {each.name for each in fields(EventProcessor)}
    PATCH.require("_root_context" in names, "EventProcessor._root_context")
