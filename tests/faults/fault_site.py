"""A running API in a process group of its own, which tests kill and damage."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import httpx
import psutil

from tests import postgresql
from tests.administrator import administrator
from tools.site_server import ROOT, environment_of_site, free_port

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
            port,
            self.data_dir,
            PYTHONPATH=str(ROOT),
            DATABASE_URL=self.database_url,
            **{**limits, **named},
        )
        self._starter: subprocess.Popen[str] | None = None
        self._process: psutil.Process | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        starter = self._starter = self._starter or self._new_starter()
        assert starter.stdin
        assert starter.stdout
        print(file=starter.stdin, flush=True)
        self._process = psutil.Process(int(starter.stdout.readline()))
        wait_until(self._is_healthy, "the start of the server")

    def kill(self) -> None:
        """Kill the server and all its programs, as the kernel does when memory is short."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.kill()
        if self._starter is not None:
            self._starter.communicate()
            self._starter = None

    def _new_starter(self) -> "subprocess.Popen[str]":
        with self._log_file.open("a") as output:
            return subprocess.Popen(
                [*_without_root_privileges(), sys.executable, "-m", "tests.faults.server"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                text=True,
            )

    def admin(self) -> AbstractContextManager[httpx.Client]:
        """Return a client in which the administrator has a session."""
        return administrator(self.url)

    def limit_file_size(self, size: int) -> None:
        """Let writes beyond so many bytes of any file fail in the running server; -1: none do."""
        assert self._process is not None
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def log(self) -> str:
        return self._log_file.read_text()

    def _is_healthy(self) -> bool:
        assert self._process is not None
        assert self._process.is_running(), self.log()
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/api/health").status_code == 200
        return False


def _without_root_privileges() -> list[str]:
    """Return a prefix of a command that makes permissions of files hold for root, too."""
    if os.geteuid() != 0:
        return []
    program = shutil.which("setpriv")
    return [program, "--bounding-set=-dac_override,-dac_read_search"] if program else []
