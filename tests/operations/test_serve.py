"""Tests of the server; browser tests cover serving itself."""

import http.client
import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
from filelock import ReadWriteLock, Timeout

from awards_site.core.http.static_pages import write_script_sources
from awards_site.operations import CommandFailed, data_folder
from awards_site.operations import serve as module
from awards_site.operations.serve import serve
from awards_site.operations.supervisor import MAX_CONNECTIONS
from awards_site.settings import Settings
from tests import forked
from tests.api.prerender.conftest import write_build
from tools.site_server import READY, STOP_SECONDS, environment_of_site, free_port

TOKEN = "a-token-of-prometheus"
STARTED_SECONDS = 10
"""The most seconds in which a worker ends that only loads; Granian kills it after 30."""
SLOW_BODY_SECONDS = 6.0
"""For how many seconds a body still arrives after SIGTERM."""


def test_an_error_for_a_port_in_use_suggests_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        values = Settings.model_validate({"PORT": port})
        monkeypatch.setattr(module, "settings", lambda: values)
        with pytest.raises(CommandFailed, match=f"127.0.0.1:{port} .*PORT={port + 1}"):
            serve(tmp_path)


@dataclass
class Site:
    """A running site: its URL, its main process and its data folder."""

    url: str
    process: ForkServerProcess
    data_dir: Path


def serve_folder(folder: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    serve(folder)


@pytest.fixture
def build_dir(tmp_path: Path) -> Path:
    """A build whose pages are placeholders."""
    build_dir = write_build(tmp_path / "build")
    pages = build_dir / "build" / "client"
    for name in ("index.html", "404.html"):
        (pages / name).write_text("<!doctype html>")
    write_script_sources(pages)
    return build_dir


@pytest.fixture
def site(build_dir: Path, tmp_path: Path) -> Iterator[Site]:
    """A running site."""
    port, log_file = free_port(), tmp_path / "log"
    named = {"AWARDS_FORM_FILL_SECONDS": "0", "AWARDS_METRICS_TOKEN": TOKEN}
    environment = environment_of_site(port, tmp_path / "data", **named)
    with forked.running(
        serve_folder, build_dir, environment=environment, output=log_file
    ) as process:
        while READY not in log_file.read_text():
            assert process.is_alive(), log_file.read_text()
            time.sleep(0.02)
        yield Site(f"http://localhost:{port}", process, tmp_path / "data")


class SlowRequest:
    """A subscription to the newsletter, whose body arrives in pieces."""

    def __init__(self, address: str, number: int) -> None:
        self._body = json.dumps({"email": f"ada{number}@example.org"}).encode()
        self._connection = http.client.HTTPConnection(address, timeout=STOP_SECONDS)
        self._connection.putrequest("POST", "/api/newsletter")
        self._connection.putheader("Content-Type", "application/json")
        self._connection.putheader("Content-Length", str(len(self._body)))
        self._connection.endheaders(self._body[:1])

    def send_byte(self) -> None:
        self._connection.send(self._body[1:2])
        self._body = self._body[1:]

    def finish(self) -> int:
        """Send the rest and return the status of the response."""
        with closing(self._connection):
            self._connection.send(self._body[1:])
            with self._connection.getresponse() as response:
                return response.status


def test_a_served_site_becomes_ready_is_measured_and_finishes_its_requests_when_stopped(
    site: Site,
) -> None:
    deadline = time.monotonic() + STOP_SECONDS
    while (ready := httpx.get(f"{site.url}/api/ready")).status_code == 503:
        assert ready.json()["missing"] == ["pages"]
        assert time.monotonic() < deadline
    assert ready.json() == {"status": "ready"}
    metrics = httpx.get(f"{site.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert 'route="/api/ready",status="200"} 1.0' in metrics.text
    assert metrics.headers["X-Frame-Options"] == "DENY"
    address = urlsplit(site.url).netloc
    requests = [SlowRequest(address, number) for number in range(20)]
    # A response on a later connection shows that the server has accepted the ones before.
    assert SlowRequest(address, 20).finish() == 201
    # A restore would need the lock alone.
    lock = ReadWriteLock(site.data_dir / data_folder.FILE, is_singleton=False)
    with pytest.raises(Timeout), lock.write_lock(blocking=False):
        pass
    assert site.process.pid
    # The process that only waits has not imported the site.
    [worker] = psutil.Process(site.process.pid).children()
    assert [has_imported_pydantic(pid) for pid in (site.process.pid, worker.pid)] == [False, True]
    # Open pages keep connections, and many shells allow a process 1,024 files or less. Granian
    # raises the limit.
    files, hard = resource.prlimit(worker.pid, resource.RLIMIT_NOFILE)
    assert files >= min(2 * MAX_CONNECTIONS, hard)
    site.process.terminate()
    wait_until_refused(address)
    assert [each.finish() for each in requests[:10]] == [201] * 10
    deadline = time.monotonic() + SLOW_BODY_SECONDS
    while time.monotonic() < deadline:
        requests[10].send_byte()
        time.sleep(0.5)
    assert [each.finish() for each in requests[10:]] == [201] * 10
    # A worker that has finished can rarely hang; Granian kills it 30 seconds after SIGTERM.
    site.process.join(STOP_SECONDS)
    assert site.process.exitcode == 0


def has_imported_pydantic(pid: int) -> bool:
    return "pydantic_core" in Path(f"/proc/{pid}/maps").read_text()


def wait_until_refused(address: str) -> None:
    """Wait until the server accepts no more connections."""
    host, port = address.split(":")
    deadline = time.monotonic() + STOP_SECONDS
    while time.monotonic() < deadline:
        try:
            socket.create_connection((host, int(port)), timeout=1).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.02)
    pytest.fail("The server still accepts connections")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_site_whose_data_are_being_restored_is_refused_in_one_line(
    workers: int, build_dir: Path, data_dir: Path, tmp_path: Path
) -> None:
    log_file = tmp_path / "log"
    named = {"AWARDS_WORKERS": str(workers), "REDIS_URL": "redis://localhost:1"}
    environment = environment_of_site(free_port(), data_dir, **named)
    with data_folder.replacing():
        status = forked.call(serve, build_dir, environment=environment, output=log_file)
    assert status == 1
    expected = f"{data_dir} is being restored; start the site when that is done"
    assert set(log_file.read_text().splitlines()) == {expected}


def test_a_site_that_is_stopped_while_it_loads_ends_at_once(
    build_dir: Path, tmp_path: Path
) -> None:
    log_file = tmp_path / "log"
    environment = environment_of_site(free_port(), tmp_path / "data")
    with forked.running(serve, build_dir, environment=environment, output=log_file) as process:
        while not psutil.Process(process.pid).children():
            time.sleep(0.02)
        # The worker begins with the supervisor's handlers, for an instant.
        time.sleep(0.5)
        process.terminate()
        process.join(STARTED_SECONDS)
        assert process.exitcode == 0
    assert log_file.read_text() == ""
