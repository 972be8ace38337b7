"""Behind a load balancer, a site of two hosts stays up while either of them is away."""

import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests import postgresql
from tests.api.client import administrator
from tests.cluster.conftest import KEY, kill
from tests.cluster.load_balancer import CHECK_SECONDS, load_balancer
from tests.factories import message_body
from tests.websockets.portal import wait_until
from tools.site_server import RunningSite, free_port, running_site, stop

pytestmark = [pytest.mark.redis_only, pytest.mark.haproxy_only]

READERS = 4
PATHS = ("/", "/api/nominees/published", "/nominees")


@dataclass
class Cluster:
    """The hosts by port, and the URL of the load balancer before them."""

    url: str
    folder: Path
    settings: dict[str, str]
    stack: ExitStack
    """Stops the hosts."""
    hosts: dict[int, RunningSite] = field(default_factory=dict)

    def start(self, port: int) -> None:
        host = running_site(self.folder / str(port), PORT=str(port), **self.settings)
        self.hosts[port] = self.stack.enter_context(host)
        wait_until(lambda: _is_ready(port), "a host that is ready")


def _is_ready(port: int) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/api/ready").status_code == 200
    return False


@pytest.fixture
def cluster(tmp_path: Path, redis_url: str) -> Iterator[Cluster]:
    """Two hosts with a data folder each, one database and one Redis."""
    ports = free_port(), free_port()
    sqlite = f"sqlite:///{tmp_path}/awards.db"
    with ExitStack() as stack:
        balancer = load_balancer(str(shutil.which("haproxy")), tmp_path, ports)
        url = f"http://127.0.0.1:{stack.enter_context(balancer)}"
        settings = {
            "DATABASE_URL": postgresql.new_url() if postgresql.is_used else sqlite,
            "REDIS_URL": redis_url,
            "AWARDS_SECRET_KEY": KEY,
            "AWARDS_PUBLIC_URL": url,
            "AWARDS_FORM_RATE_LIMIT": "",
            "AWARDS_FORM_TOTAL_RATE_LIMIT": "",
        }
        cluster = Cluster(url, tmp_path, settings, stack)
        for port in ports:
            cluster.start(port)
        yield cluster


@dataclass
class Load:
    """Visitors who read and send messages, one request after the other each."""

    url: str
    failures: list[tuple[float, str]] = field(default_factory=list)
    """The time and the description of each request without a good response."""
    confirmed: list[str] = field(default_factory=list)
    """The texts of the messages whose receipt was confirmed."""
    requests: int = 0
    _is_done: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def running(self) -> Iterator[None]:
        with ThreadPoolExecutor(READERS + 1) as threads:
            tasks: list[Future[None]] = [threads.submit(self._read) for _ in range(READERS)]
            tasks.append(threads.submit(self._write))
            try:
                yield
            finally:
                self._is_done.set()
            for each in tasks:
                each.result()

    def wait_for_requests(self) -> None:
        before = self.requests
        wait_until(lambda: self.requests > before + 100, "more requests")

    def _read(self) -> None:
        number = 0
        while not self._is_done.is_set():
            number += 1
            self._send("GET", PATHS[number % len(PATHS)], 200)

    def _write(self) -> None:
        number = 0
        while not self._is_done.is_set():
            number += 1
            message = message_body(message=f"Message number {number}")
            if self._send("POST", "/api/contact", 201, message):
                self.confirmed.append(message["message"])

    def _send(self, method: str, path: str, status: int, body: object = None) -> bool:
        self.requests += 1
        try:
            response = httpx.request(method, f"{self.url}{path}", json=body, timeout=30)
        except httpx.TransportError as error:
            self.failures.append((time.monotonic(), f"{method} {path}: {error!r}"))
            return False
        if response.status_code != status:
            self.failures.append((time.monotonic(), f"{method} {path}: {response.status_code}"))
        return response.status_code == status


def stored_messages(url: str) -> set[str]:
    with administrator(url) as admin:
        return {each["message"] for each in admin.get("/api/admin/contact").json()}


def test_no_request_fails_while_one_host_after_the_other_restarts(cluster: Cluster) -> None:
    load = Load(cluster.url)
    with load.running():
        for port, host in list(cluster.hosts.items()):
            load.wait_for_requests()
            stop(host.process)
            load.wait_for_requests()
            cluster.start(port)
    assert load.failures == []
    assert set(load.confirmed) <= stored_messages(cluster.url)


def test_a_killed_host_loses_no_confirmed_write_and_visitors_use_the_other(
    cluster: Cluster,
) -> None:
    load = Load(cluster.url)
    port, host = next(iter(cluster.hosts.items()))
    with load.running():
        load.wait_for_requests()
        killed_at = time.monotonic()
        kill(host.process.pid)
        wait_until(lambda: time.monotonic() > killed_at + CHECK_SECONDS, "the load balancer")
        load.wait_for_requests()
        cluster.start(port)
        load.wait_for_requests()
    late = [what for at, what in load.failures if at > killed_at + CHECK_SECONDS]
    assert late == []
    assert set(load.confirmed) <= stored_messages(cluster.url)
