"""Tests of the server; browser tests cover serving itself."""

import http.client
import json
import os
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from awards_site.core.files.files import storage
from awards_site.core.http.routing import write_script_sources
from awards_site.operations import CommandFailed, bootstrap
from awards_site.operations import serve as module
from awards_site.operations.bootstrap import prepare
from awards_site.operations.serve import serve
from awards_site.settings import Settings
from tests import forked
from tests.api.prerender.conftest import write_build
from tools.site_server import READY, STOP_SECONDS, environment_of_site, free_port

TOKEN = "a-token-of-prometheus"
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
    """A running site: its URL and its main process."""

    url: str
    process: ForkServerProcess


def serve_folder(folder: Path) -> None:
    bootstrap.prepare()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    serve(folder)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A running site, whose pages are placeholders."""
    build_dir = write_build(tmp_path / "build")
    pages = build_dir / "build" / "client"
    for name in ("index.html", "404.html"):
        (pages / name).write_text("<!doctype html>")
    write_script_sources(pages)
    port, log_file = free_port(), tmp_path / "log"
    named = {"AWARDS_FORM_FILL_SECONDS": "0", "AWARDS_METRICS_TOKEN": TOKEN}
    environment = environment_of_site(port, tmp_path / "data", **named)
    with forked.running(
        serve_folder, build_dir, environment=environment, output=log_file
    ) as process:
        while READY not in log_file.read_text():
            assert process.is_alive(), log_file.read_text()
            time.sleep(0.02)
        yield Site(f"http://localhost:{port}", process)


def test_a_single_worker_is_the_process_that_was_started(site: Site) -> None:
    wait_until_ready(site)
    for child in psutil.Process(site.process.pid).children(recursive=True):
        assert any("ssr_worker" in part for part in child.cmdline())


def wait_until_ready(site: Site) -> None:
    deadline = time.monotonic() + STOP_SECONDS
    while (ready := httpx.get(f"{site.url}/api/ready")).status_code == 503:
        assert ready.json()["missing"] == ["pages"]
        assert time.monotonic() < deadline
    assert ready.json() == {"status": "ready"}


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
    wait_until_ready(site)
    metrics = httpx.get(f"{site.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert 'route="/api/ready",status="200"} 1.0' in metrics.text
    assert metrics.headers["X-Frame-Options"] == "DENY"
    address = urlsplit(site.url).netloc
    requests = [SlowRequest(address, number) for number in range(20)]
    # A response on a later connection shows that the server has accepted the ones before.
    assert SlowRequest(address, 20).finish() == 201
    # Open pages keep connections, and many shells allow a process 1,024 files or less.
    files, hard = resource.prlimit(site.process.pid or 0, resource.RLIMIT_NOFILE)
    assert files == min(8192, hard)
    site.process.terminate()
    wait_until_refused(address)
    assert [each.finish() for each in requests[:10]] == [201] * 10
    deadline = time.monotonic() + SLOW_BODY_SECONDS
    while time.monotonic() < deadline:
        requests[10].send_byte()
        time.sleep(0.5)
    assert [each.finish() for each in requests[10:]] == [201] * 10
    site.process.join(STOP_SECONDS)
    assert site.process.exitcode == 0


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


def prepare_and_fork() -> None:
    prepare(forks_later=True)
    worker = os.fork()
    if worker == 0:
        storage().save(BytesIO(b"content"), "png")
        os._exit(0)
    assert os.waitpid(worker, 0)[1] == 0


def test_a_worker_that_is_forked_after_the_preparation_can_store_files(
    empty_database: None, data_dir: Path
) -> None:
    assert forked.call(prepare_and_fork, environment=os.environ | {"AWARDS_DEMO": "1"}) == 0
    contents = {storage().read(each.name) for each in storage().originals()}
    assert b"content" in contents
    assert len(contents) > 1
