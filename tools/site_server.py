"""Starts the site as in production, for tests and benchmarks that access it by HTTP."""

import atexit
import os
import socket
import ssl
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

ADMIN_USERNAME = "admin"
ADMIN_PASSWORD = "correct horse battery staple"

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of the site's own URL: loading the system's certificates takes 20 ms each time."""

START_SECONDS = 300
"""The maximum duration of a start; nearly all of it is for building the pages."""

STOP_SECONDS = 40
"""The maximum duration of a stop, which waits for running requests."""

RECENT_LINES = 30
"""The number of lines of output in the report of a failed test."""

MAX_LOG_LINES = 2000
"""The number of lines of output that are kept."""

_RESERVED = ExitStack()
"""A bound socket for each port that `free_port` has returned."""
atexit.register(_RESERVED.close)

READY = "Serving "
"""The prefix of the line that the server prints once it is ready."""


class StartFailed(Exception):
    """The site did not start; the message contains its output."""


@dataclass(frozen=True)
class RunningSite:
    """A running site: its URL, main process, data folder, and output."""

    url: str
    process: subprocess.Popen[str]
    data_dir: Path
    recent_output: Callable[[], str]
    """Returns the last lines of its output."""
    output: Callable[[], str]
    """Returns all lines of its output that are kept."""


def clean_environment() -> dict[str, str]:
    """Return the environment of this process without settings of the site."""
    own = ("AWARDS_", "REFLEX_", "__REFLEX_")
    named = {"PORT", "HOST", "DATABASE_URL", "REDIS_URL"}
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(own) and name not in named
    }


def environment_of_site(port: int, data_dir: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a site without content, with an administrator and `settings`."""
    return clean_environment() | {
        "PORT": str(port),
        "AWARDS_DATA_DIR": str(data_dir),
        "AWARDS_ADMIN_USERNAME": ADMIN_USERNAME,
        "AWARDS_ADMIN_PASSWORD": ADMIN_PASSWORD,
        "AWARDS_DEMO": "0",
        # Only tests of image variants enable them, because generating them needs CPU time.
        "AWARDS_IMAGE_VARIANTS": "0",
        "AWARDS_LINK_CHECK_DAYS": "0",
        **settings,
    }


def build() -> None:
    """Build the pages if their sources have changed. Raises StartFailed."""
    outcome = subprocess.run(
        [sys.executable, "-m", "awards_site", "build"],
        cwd=ROOT,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if outcome.returncode:
        raise StartFailed(f"The pages were not built:\n{outcome.stdout}{outcome.stderr}")


@contextmanager
def running_site(data_dir: Path, **settings: str) -> Iterator[RunningSite]:
    """Serve the site on a free port with `data_dir` while the block runs.

    `settings` are additional environment variables, such as `PORT`. Raises StartFailed.
    """
    port = int(settings.pop("PORT", 0)) or free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "awards_site", "serve"],
        cwd=ROOT,
        env=environment_of_site(port, data_dir, **settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    output = _Output(process)
    try:
        output.wait_until_ready()
        yield RunningSite(
            f"http://localhost:{port}", process, data_dir, output.recent_output, output.text
        )
    finally:
        stop(process)
        output.close()


def stop(process: subprocess.Popen[Any]) -> None:
    """Stop a server; kill it if that takes too long."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """Return a free port, which no other call in any process returns while this process runs.

    Servers that began with the same port at the same time would share it silently.
    """
    probe = _RESERVED.enter_context(socket.socket())
    probe.bind(("127.0.0.1", 0))
    # Servers set this option, too, and so can listen on the port although it is bound.
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    port: int = probe.getsockname()[1]
    return port


class _Output:
    """Reads the output of a process, so that its pipe never fills up."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lines: deque[str] = deque(maxlen=MAX_LOG_LINES)
        self._settled = threading.Event()
        self._is_ready = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.append(line)
            if line.startswith(READY):
                self._is_ready = True
                self._settled.set()
        self._settled.set()

    def wait_until_ready(self) -> None:
        """Wait until the site is ready. Raises StartFailed."""
        self._settled.wait(START_SECONDS)
        if not self._is_ready:
            raise StartFailed("The site did not start:\n" + "".join(self._lines))

    def text(self) -> str:
        return "".join(list(self._lines))

    def recent_output(self) -> str:
        return "".join(list(self._lines)[-RECENT_LINES:])

    def close(self) -> None:
        """Read the remaining output of a terminated process."""
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
