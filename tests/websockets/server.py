"""Serves API and websockets of the portal without its pages, which need no build."""

import os
from pathlib import Path

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from reflex_base.config import reload_config
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.accounts import hashing, sockets
from awards_site.core.database.engine import engine
from awards_site.core.logs import configure_logging, logging_config
from awards_site.operations import bootstrap
from awards_site.operations.worker import serving_environment
from awards_site.settings import settings

STATES_PATH = "/states"
"""Where tests read how many States the server keeps; after a POST it frees ended ones at once."""


def portal() -> ASGIApp:
    """Return the API and the portal's websockets, behind the gate."""
    sockets.CHECK_SECONDS = 0.2
    from awards_site import app

    site = app.response_cache.wrap(app.behind_the_gate(app.app()))

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == STATES_PATH:
            if scope["method"] == "POST":
                app.states._ended_seconds = 0
            count = len(app.app.state_manager.states)
            await JSONResponse(count)(scope, receive, send)
        else:
            await site(scope, receive, send)

    return counted


def main(build_dir: Path) -> None:
    hashing.ROUNDS = 4
    os.environ.update(serving_environment(build_dir))
    # It was read when Reflex was imported.
    reload_config()
    configure_logging()
    bootstrap.prepare()
    engine().dispose()
    Granian(
        "tests.websockets.server:portal",
        address="127.0.0.1",
        port=settings().port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=1,
        log_level=LogLevels.warning,
        log_dictconfig=logging_config(),
    ).serve()
