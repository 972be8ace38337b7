"""Limits what python-socketio reads from a websocket to packets that pages send."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx
from reflex.app import AsyncServer

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="python-socketio logs the traceback of each malformed packet, and keeps binary ones"
    " until the last one of a message has come.",
    obsolete_when="python-socketio closes such a websocket",
)

log = logging.getLogger(__name__)

_BINARY = ("5", "6")
"""How packets begin that are followed by binary ones."""


def limit_packets(app: rx.App, max_size: int, close: Callable[[Mapping[str, Any]], object]) -> None:
    """Call `close` with the ASGI scope of a websocket that sends a packet that no page sends.

    Pages are told to send at most `max_size` characters at once.
    """
    PATCH.require(app.sio, "a websocket server of the app")
    _require_handler(app.sio)
    server: Any = app.sio
    handle = server.eio.handlers["message"]

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


def verify() -> None:
    _require_handler(AsyncServer(async_mode="asgi"))


def _require_handler(server: Any) -> None:
    engine = getattr(server, "eio", None)
    PATCH.require("message" in getattr(engine, "handlers", ()), "sio.eio.handlers['message']")
    PATCH.require(hasattr(engine, "max_http_buffer_size"), "sio.eio.max_http_buffer_size")
