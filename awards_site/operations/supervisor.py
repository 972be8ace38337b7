"""Supervises the workers that serve the site.

    python -m awards_site.operations.supervisor BUILD HOST PORT WORKERS URL

It imports Granian and nothing of the site, because it waits for as long as the site runs.
"""

import encodings.idna  # noqa: F401 # Imported here because an import in the signal handler may hang.
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
from contextlib import nullcontext, suppress
from functools import partial
from multiprocessing.synchronize import Event, Lock
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from awards_site.core.process import METRICS_FOLDER

MAX_CONNECTIONS = 4096
"""The open connections of a process; each open page keeps one, and further ones wait."""

STOP_SECONDS = 30
"""The time for running requests to finish on shutdown; the service's unit allows more."""

POLL_SECONDS = 0.1
"""The interval of the checks whether the new server accepts connections."""


def main(build_dir: str, host: str, port: str, workers: str, url: str) -> int:
    """Serve a build until this process is stopped; return the exit status."""
    server = Granian(
        "awards_site.app:site",
        address=host,
        port=int(port),
        interface=Interfaces.ASGI,
        workers=int(workers),
        # A single worker that dies ends the service, which systemd or the container restarts.
        respawn_failed_workers=int(workers) > 1,
        workers_kill_timeout=STOP_SECONDS,
        backlog=MAX_CONNECTIONS,
        backpressure=MAX_CONNECTIONS,
        log_level=LogLevels.warning,
        log_dictconfig=_LOGGING,
    )
    _announce_when_up(host, int(port), url)
    is_refused = multiprocessing.Event()
    load = partial(
        _load_site, Path(build_dir), multiprocessing.Lock(), multiprocessing.Event(), is_refused
    )
    try:
        with _shared_metrics() if int(workers) > 1 else nullcontext():
            server.serve(target_loader=load, wrap_loader=False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return int(is_refused.is_set())


def _load_site(build_dir: Path, turn: Lock, prepared: Event, is_refused: Event) -> Any:
    """Return the application, in a worker; stop the server if it cannot be served."""
    # The fork has the supervisor's handlers, which would do nothing until this worker sets its own.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Garbage collections during the imports find nothing and take as long as importing.
    gc.disable()
    from awards_site.operations.worker import load_site

    site = load_site(build_dir, turn, prepared)
    if site is None:
        is_refused.set()
        os.kill(os.getppid(), signal.SIGTERM)
        # Until the supervisor stops this process, too, as one that has not failed.
        signal.pause()
    gc.freeze()
    gc.enable()
    return site


class _Formatter(logging.Formatter):
    """Formats as all processes of the site do, and imports that with the first message only."""

    def format(self, record: logging.LogRecord) -> str:
        from awards_site.core.logs import formatter

        return formatter().format(record)


_LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"structured": {"()": _Formatter}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "structured",
            "stream": "ext://sys.stderr",
        }
    },
    "root": {"handlers": ["stderr"]},
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
}


def _shared_metrics() -> TemporaryDirectory[str]:
    """Return the folder in which workers share their metrics, as a context."""
    folder = TemporaryDirectory(prefix="awards-metrics-")
    os.environ[METRICS_FOLDER] = folder.name
    return folder


def _announce_when_up(host: str, port: int, url: str) -> None:
    """Print the site's URL once it accepts connections.

    The check runs in a timer signal, because this process waits for its worker and threads do not
    survive the fork.
    """
    # Connect to the loopback address of a server that listens on all interfaces.
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104

    def check(_signal: int, _frame: object) -> None:
        with suppress(OSError):
            socket.create_connection((reachable, port), timeout=POLL_SECONDS).close()
            signal.setitimer(signal.ITIMER_REAL, 0)
            sys.stdout.write(f"Serving {url} (press Ctrl+C to stop)\n")
            sys.stdout.flush()

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, POLL_SECONDS, POLL_SECONDS)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
