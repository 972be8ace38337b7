"""Which origins may open the websocket, and which packets are read from it."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx
from reflex.app import AsyncServer

from awards_site.reflex_patches.patch import Patch

log = logging.getLogger(__name__)

_ORIGINS = Patch(
    "origins",
    reason="Reflex takes a list of origins, which cannot say 'the name by which the site was"
    " asked for', such as a container's.",
    obsolete_when="`cors_allowed_origins` of `rx.Config` may be a function",
)


def allow_origins(app: rx.App, is_allowed: Callable[[str | None, Mapping[str, Any]], bool]) -> None:
    """Check the Origin and the CGI-style environment of each handshake with `is_allowed`."""
    _engine(_ORIGINS, app.sio, "cors_allowed_origins").cors_allowed_origins = is_allowed


@_ORIGINS.verified_by
def _verify_origins() -> None:
    _engine(_ORIGINS, AsyncServer(async_mode="asgi"), "cors_allowed_origins")


_PACKETS = Patch(
    "packets",
    reason="python-socketio logs the traceback of each malformed packet, and keeps binary ones"
    " until the last one of a message has come.",
    obsolete_when="python-socketio closes such a websocket",
)
_BINARY = ("5", "6")
"""The first characters of packets that are followed by binary ones."""


def limit_packets(app: rx.App, max_size: int, close: Callable[[Mapping[str, Any]], object]) -> None:
    """Call `close` with the ASGI scope of a websocket that sends a packet that no page sends.

    Pages are told to send at most `max_size` characters at once.
    """
    server: Any = app.sio
    handle = _message_handler(server)

    async def handle_text(connection: str, data: object) -> None:
        try:
            if not isinstance(data, str) or data.startswith(_BINARY):
                raise ValueError("binary packets are not expected")
            await handle(connection, data)
        except (ValueError, TypeError, LookupError, AttributeError):
            log.warning("websocket closed: a malformed packet")
            close(server.environ[connection]["asgi.scope"])

    server.eio.on("message", handle_text)
    server.eio.max_http_buffer_size = max_size


@_PACKETS.verified_by
def _verify_packets() -> None:
    _message_handler(AsyncServer(async_mode="asgi"))


def _message_handler(server: Any) -> Any:
    engine = _engine(_PACKETS, server, "max_http_buffer_size", "handlers")
    _PACKETS.require("message" in engine.handlers, "sio.eio.handlers['message']")
    return engine.handlers["message"]


def _engine(patch: Patch, server: Any, *attributes: str) -> Any:
    engine = getattr(server, "eio", None)
    patch.require(engine, "a websocket server of the app, with an `eio`")
    patch.require_attributes(engine, *attributes)
    return engine
