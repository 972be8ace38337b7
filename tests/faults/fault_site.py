"""A running API in a process group of its own, which tests kill and damage."""

import resource
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import httpx

from tests import forked, postgresql
from tests.api.client import administrator
from tests.faults import server
from tools.site_server import NO_TLS, environment_of_site, free_port

WAIT_SECONDS = 60


def wait_until(condition: Callable[[], object], what: str, *, pause: float = 0.02) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(pause)


class FaultSite:
    """The API with a data folder; it can be started again after it was killed."""

    def __init__(self, folder: Path, database_url: str = "", **named: str) -> None:
        self.data_dir = folder / "data"
        self.uploads = self.data_dir / "uploads"
        if not database_url and postgresql.is_used:
            database_url = postgresql.new_url()
        self.database_url = database_url or f"sqlite:///{self.data_dir}/awards.db"
        self._log_file = folder / "log"
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        limits = {"AWARDS_FORM_RATE_LIMIT": "", "AWARDS_FORM_TOTAL_RATE_LIMIT": ""}
        self._environment = environment_of_site(
            port, self.data_dir, DATABASE_URL=self.database_url, **{**limits, **named}
        )
        self._process: ForkServerProcess | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._process = forked.start(
            server.main, environment=self._environment, output=self._log_file
        )
        wait_until(self._is_healthy, "the start of the server")

    def kill(self) -> None:
        """Kill the server and all its programs, as the kernel does when memory is short."""
        if self._process is not None:
            forked.kill(self._process)
            self._process = None

    def admin(self) -> AbstractContextManager[httpx.Client]:
        return administrator(self.url)

    def limit_file_size(self, size: int) -> None:
        """Let writes beyond so many bytes of any file fail in the running server; -1: none do."""
        assert self._process is not None
        assert self._process.pid is not None
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def log(self) -> str:
        return self._log_file.read_text()

    def _is_healthy(self) -> bool:
        assert self._process is not None
        assert self._process.is_alive(), self.log()
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/api/health", verify=NO_TLS).status_code == 200
        return False
