"""What a public page shows now: the values of its State, loaded as for a visitor without a name."""

import inspect
import json
from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex.istate.data import RouterData
from reflex_base.constants import RouteVar
from reflex_base.event import EventHandler, EventSpec
from reflex_base.utils.format import json_dumps

from awards_site.core.request_client import unread
from awards_site.settings import settings
from awards_site.ui.public_page import PublicPage

_MARK = "_rx_state_"
"""What Reflex puts behind the name of each variable in the browser."""

_NOBODY = "127.0.0.1"
"""The address that the API sees of this visitor."""

_UNFINISHED = frozenset({"loading", "failed", "error"})
"""The values of a variable called `status` or `..._status` with which nothing is kept."""


class LoadFailed(Exception):
    """A page's State could not be loaded; the message tells what of it."""


@dataclass(frozen=True)
class Snapshot:
    """The values of a page's State as the browser takes them, and whether it shows nothing."""

    values: str
    missing: bool = False

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Snapshot":
        """Return the snapshot of values that are named by State and variable."""
        # Read again, because JSON has fewer kinds of values than Python.
        plain: dict[str, dict[str, Any]] = json.loads(json_dumps(values))
        variables = {
            name.removesuffix(_MARK): value
            for state in plain.values()
            for name, value in state.items()
        }
        unfinished = [name for name, value in variables.items() if _is_unfinished(name, value)]
        if unfinished:
            raise LoadFailed(f"{', '.join(unfinished)} in {', '.join(plain)}")
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return cls(text, missing=bool(variables.get("missing")))


EMPTY = Snapshot("{}")
"""The snapshot of a page without a State."""


async def take_snapshot(page: PublicPage, path: str) -> Snapshot:
    """Return the snapshot of the page at `path`.

    The State's `load` runs in this process with no cookie, as when a visitor opens the page. Raises
    LoadFailed when it says that something could not be loaded, or hides it behind a default.
    """
    state = _instance(page.state)
    state.router = RouterData.from_router_data(
        {
            RouteVar.PATH: page.route,
            RouteVar.ORIGIN: path,
            RouteVar.QUERY: _parameters(page.route, path),
            RouteVar.CLIENT_IP: _NOBODY,
            RouteVar.HEADERS: {"origin": settings().public_url},
        }
    )
    with unread() as addresses:
        await _run(page.load, state)
    if addresses:
        raise LoadFailed(f"could not read {', '.join(addresses)}")
    return Snapshot.of({state.get_full_name(): state.dict()[state.get_full_name()]})


def _is_unfinished(name: str, value: Any) -> bool:
    if name == "failed":
        return bool(value)
    if name == "loaded":
        return not value
    return name.split("_")[-1] == "status" and value in _UNFINISHED


def _parameters(route: str, path: str) -> dict[str, str]:
    """Return the values that `path` gives to the parts of `route` in brackets."""
    pairs = zip(route.split("/"), path.split("/"), strict=False)
    return {part[1:-1]: value for part, value in pairs if part.startswith("[")}


def _instance(state: type[rx.State]) -> Any:
    """Return a State among States of its own, because pages reach into those of their forms."""
    root = state.get_root_state()(_reflex_internal_init=True)
    return root.get_substate(state.get_full_name().split("."))


async def _run(load: EventHandler | EventSpec, state: Any) -> None:
    """Run a handler to its end; what it yields on the way is for those who watch."""
    handler, arguments = load, []
    if isinstance(load, EventSpec):
        handler = load.handler
        arguments = [value._var_value for _, value in load.args]
    outcome = handler.fn(state, *arguments)
    if inspect.isasyncgen(outcome):
        async for _ in outcome:
            pass
    elif inspect.isawaitable(outcome):
        await outcome
