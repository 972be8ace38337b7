"""Serving a build: the pages, the API and the websocket, in one process on one port."""

import encodings.idna  # noqa: F401 # Not within the signal handler, where an import may hang.
import logging
import os
import signal
import socket
from contextlib import suppress
from pathlib import Path

import typer
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from awards_site.core.database import engine
from awards_site.reflex_patches.compiled_app import serving_switches
from awards_site.settings import settings

STOP_SECONDS = 5
"""How long open pages may take to say goodbye when the server is stopped."""

POLL_SECONDS = 0.1
"""How often the new server is asked whether it answers yet."""


class PortTaken(Exception):
    """Another program already listens on the address."""


def serve(release: Path) -> None:
    """Serve `release`, a folder of a finished build, until the process is told to stop.

    One worker process does it all: the State of open pages lives in its memory. Nothing is written
    into the project's folder. Raises PortTaken when the port is not free.
    """
    host, port = settings().host, settings().port
    _check_port(host, port)
    _log()
    os.environ.update(serving_environment(release))
    server = Granian(
        "awards_site.awards_site:site",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=1,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.warning,
    )
    # The worker is a fork of this process, and connections to a database do not survive a fork.
    engine().dispose()
    _announce_when_up(host, port)
    server.serve()


def _log() -> None:
    """Write warnings to the output, and what this site itself has to tell."""
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger(__package__.partition(".")[0]).setLevel(logging.INFO)


def serving_environment(release: Path) -> dict[str, str]:
    """Return what Reflex reads from the environment to serve `release` as it is."""
    return {
        "REFLEX_ENV_MODE": "prod",
        "REFLEX_WEB_WORKDIR": str(release),
        **serving_switches(),
    }


def _check_port(host: str, port: int) -> None:
    """Raise PortTaken when `port` is not free: the server itself would share it in silence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(
                f"Cannot listen on {host}:{port} ({error.strerror}); choose another port, for"
                f" example PORT={port + 1}"
            ) from error


def _announce_when_up(host: str, port: int) -> None:
    """Print the site's address once it answers.

    A timer's signal looks for it, since this process waits for its worker meanwhile, and a thread
    would have to be survived by the fork.
    """
    # A server that listens everywhere is reached on the loopback address.
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104

    def look(_signal: int, _frame: object) -> None:
        with suppress(OSError):
            socket.create_connection((reachable, port), timeout=POLL_SECONDS).close()
            signal.setitimer(signal.ITIMER_REAL, 0)
            typer.echo(f"Serving {settings().public_url} (Ctrl-C stops)")

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, POLL_SECONDS, POLL_SECONDS)
