"""Decides by a function which origins may open the websocket."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx
from reflex.app import AsyncServer

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex takes a list of origins, which cannot say 'the name by which the site was"
    " asked for', such as a container's.",
    obsolete_when="`cors_allowed_origins` of `rx.Config` may be a function",
)


def allow_origins(app: rx.App, is_allowed: Callable[[str | None, Mapping[str, Any]], bool]) -> None:
    """Check the Origin and the CGI-style environment of each handshake with `is_allowed`."""
    PATCH.require(app.sio, "a websocket server of the app")
    _require_origins(app.sio)
    app.sio.eio.cors_allowed_origins = is_allowed


def verify() -> None:
    _require_origins(AsyncServer(async_mode="asgi"))


def _require_origins(server: Any) -> None:
    engine = getattr(server, "eio", None)
    PATCH.require(hasattr(engine, "cors_allowed_origins"), "sio.eio.cors_allowed_origins")
