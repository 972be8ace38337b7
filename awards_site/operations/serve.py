"""Starts the server: builds the pages and turns this process into the supervisor of the workers.

It imports few modules, because all that this process imports is imported again by the workers.
"""

import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

import typer

from awards_site.operations import CommandFailed
from awards_site.operations.build import ensure_built
from awards_site.settings import settings, unknown_settings

_SUPERVISOR = "awards_site.operations.supervisor"


def main() -> NoReturn:
    """Build the pages if necessary, and serve them; raises CommandFailed."""
    if found := unknown_settings():
        typer.secho(f"{found}. The command `settings` lists all.", err=True, fg="yellow")
    serve(ensure_built())


def serve(build_dir: Path) -> NoReturn:
    """Serve a finished build until the process is stopped.

    Nothing is written to the project folder. Raises CommandFailed if the port is in use.
    """
    values = settings()
    _check_port(values.host, values.port)
    # Threads share glibc's memory arenas, which keep what large responses once needed.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    sys.stdout.flush()
    arguments = [build_dir, values.host, values.port, values.workers, values.public_url]
    os.execv(  # noqa: S606
        sys.executable, [sys.executable, "-m", _SUPERVISOR, *map(str, arguments)]
    )


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
