"""Serves a build: pages, API and websocket in one or more processes on one port."""

import asyncio
import ctypes
import encodings.idna  # noqa: F401 # Imported here because an import in the signal handler may hang.
import os
import resource
import signal
import socket
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import typer
import uvloop
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server
from reflex_base.constants import StateManagerMode
from starlette.types import ASGIApp

from awards_site.core.audit.log import record_action, settings_at_start
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import engine
from awards_site.core.database.sessions import writing
from awards_site.core.http.metrics import shared_folder
from awards_site.core.logs import logging_config
from awards_site.operations import CommandFailed
from awards_site.reflex_patches.builds import serving_switches
from awards_site.settings import settings

MAX_CONNECTIONS = 4096
"""The open connections of a process; each open page keeps one, and further ones wait."""

_MAX_FILES = 2 * MAX_CONNECTIONS
"""The open files of a process, connections included; the service's unit has the same limit."""

STOP_SECONDS = 30
"""How long running requests may take to finish on shutdown; the service's unit allows more."""

_APP = "awards_site.app:site"
"""Makes the app. Its module is imported late, because it reads the environment for serving."""

POLL_SECONDS = 0.1
"""The interval of the checks whether the new server accepts connections."""


def serve(build_dir: Path) -> None:
    """Serve a finished build until the process is stopped.

    Nothing is written to the project folder. Raises CommandFailed if the port is in use.
    """
    host, port = settings().host, settings().port
    _check_port(host, port)
    os.environ.update(serving_environment(build_dir))
    with writing() as session:
        record_action(session, Action.STARTED, "site", changes=settings_at_start())
    _limit_arenas()
    _allow_files()
    options = {
        "address": host,
        "port": port,
        "interface": Interfaces.ASGI,
        "factory": True,
        "backlog": MAX_CONNECTIONS,
        "backpressure": MAX_CONNECTIONS,
        "log_dictconfig": logging_config(),
    }
    if settings().workers > 1:
        _serve_in_workers(options)
    else:
        uvloop.run(_serve_here(options))


def _serve_in_workers(options: dict[str, Any]) -> None:
    """Serve in processes that are forked from this one, which starts them again."""
    # Database connections do not survive a fork.
    engine().dispose()
    _announce_when_up()
    with _shared_metrics():
        Granian(
            _APP,
            workers=settings().workers,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
            log_level=LogLevels.warning,
            **options,
        ).serve()


async def _serve_here(options: dict[str, Any]) -> None:
    """Serve in this process, which saves the memory of one that would only wait for it.

    If it dies, systemd or the container starts it again.
    """
    # Granian warns that this kind of server is experimental.
    server = Server(_site, log_level=LogLevels.error, **options)

    def stop() -> None:
        server.stop()  # type: ignore[no-untyped-call]
        # The kernel ends a process that hangs.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(STOP_SECONDS)

    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stop)
    try:
        await server.serve()
    except Exception:
        # The timer that waits for the server would end the process with another status.
        signal.alarm(0)
        raise


def _site() -> ASGIApp:
    site: ASGIApp = resolve_name(_APP)()
    _announce_when_up()
    return site


def _allow_files() -> None:
    """Raise the limit of open files, which is 1,024 or less in many shells."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _MAX_FILES if hard == resource.RLIM_INFINITY else min(_MAX_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, allowed), hard))


def _shared_metrics() -> AbstractContextManager[None]:
    """Return the context in which workers share their metrics."""
    is_measured = bool(settings().metrics_token.get_secret_value())
    return shared_folder() if is_measured else nullcontext()


def _limit_arenas() -> None:
    """Let threads share glibc's memory arenas, which keep what large responses once needed."""
    # M_ARENA_MAX of glibc's malloc.h; other C libraries have no such option.
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(-8, 2)


def serving_environment(build_dir: Path) -> dict[str, str]:
    """Return the environment variables that make Reflex serve a build without compiling."""
    build = {"REFLEX_ENV_MODE": "prod", "REFLEX_WEB_WORKDIR": str(build_dir)}
    if not settings().redis_url:
        # Open forms survive a restart, as they do with Redis.
        build["REFLEX_STATE_MANAGER_MODE"] = StateManagerMode.DISK
        build["REFLEX_STATES_WORKDIR"] = str(settings().data_dir.resolve() / "states")
    return build | serving_switches()


def _check_port(host: str, port: int) -> None:
    """Raise CommandFailed if the port is in use; Granian itself would share it silently."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandFailed(
                f"Cannot listen on {host}:{port} ({error.strerror}); choose another port, for"
                f" example PORT={port + 1}"
            ) from error


def _announce_when_up() -> None:
    """Print the site's URL once it accepts connections.

    The check runs in a timer signal, because a process that waits for its workers has no event
    loop, and threads do not survive the fork.
    """
    host, port = settings().host, settings().port
    # Connect to the loopback address of a server that listens on all interfaces.
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104

    def check(_signal: int, _frame: object) -> None:
        with suppress(OSError):
            socket.create_connection((reachable, port), timeout=POLL_SECONDS).close()
            signal.setitimer(signal.ITIMER_REAL, 0)
            typer.echo(f"Serving {settings().public_url} (press Ctrl+C to stop)")

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, POLL_SECONDS, POLL_SECONDS)
