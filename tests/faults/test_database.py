"""While the database is away, requests get 503 with Retry-After; afterwards the server goes on."""

import socket
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, make_url, text

from tests import postgresql
from tests.factories import Body, message_body, photo_body
from tests.faults.conftest import NewSite
from tests.faults.fault_site import wait_until

WRITERS = 50
"""More than a server has threads for requests."""

only_sqlite = pytest.mark.skipif(postgresql.is_used, reason="about SQLite's file")
only_postgresql = pytest.mark.skipif(not postgresql.is_used, reason="about PostgreSQL's server")


def expect_unavailable(response: httpx.Response) -> None:
    assert response.status_code == 503, response.text
    assert response.json()["message"] == "The database is busy. Please try again in a moment."
    assert int(response.headers["Retry-After"]) > 0


def write(client: httpx.Client) -> Body:
    created = client.post("/api/photos", json=photo_body())
    assert created.status_code == 201, created.text
    photo: Body = created.json()
    return photo


@only_sqlite
def test_a_locked_database_refuses_writes_and_spares_reads_until_it_is_free(
    new_site: NewSite,
) -> None:
    site = new_site()
    with site.admin() as admin, ThreadPoolExecutor(WRITERS) as threads:
        before = write(admin)
        with closing(sqlite3.connect(site.data_dir / "awards.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            sent = [
                threads.submit(
                    httpx.post, f"{site.url}/api/contact", json=message_body(), timeout=30
                )
                for _ in range(WRITERS)
            ]
            expect_unavailable(admin.post("/api/photos", json=photo_body()))
            assert admin.get("/api/admin/photos").json() == [before]
            for each in sent:
                expect_unavailable(each.result())
                assert each.result().elapsed.total_seconds() < 15
            other.execute("ROLLBACK")
        after = write(admin)
        assert {each["id"] for each in admin.get("/api/admin/photos").json()} == {
            before["id"],
            after["id"],
        }
        assert admin.get("/api/admin/contact").json() == []


class Proxy:
    """Forwards TCP connections to a server until it is cut, and again once it is mended."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._is_cut = False
        self._connections: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_cut = True
        while self._connections:
            with suppress(OSError):
                self._connections.pop().shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listener.accept()
                if self._is_cut:
                    client.close()
                    continue
                server = socket.create_connection(self._target)
                self._connections += [client, server]
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=_forward, args=pair, daemon=True).start()


def _forward(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while content := source.recv(65536):
            target.sendall(content)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
    source.close()


@contextmanager
def proxied(url: str) -> Iterator[tuple[Proxy, str]]:
    """Yield a proxy of a database server, and the URL of the database behind it."""
    address = make_url(url)
    proxy = Proxy(address.host or "127.0.0.1", address.port or 5432)
    behind: Any = address.set(host="127.0.0.1", port=proxy.port)
    try:
        yield proxy, behind.render_as_string(hide_password=False)
    finally:
        proxy.close()


@only_postgresql
def test_an_unreachable_server_refuses_requests_until_it_is_back(new_site: NewSite) -> None:
    with proxied(postgresql.new_url()) as (proxy, url):
        site = new_site(url)
        with site.admin() as admin:
            before = write(admin)
            proxy.cut()
            expect_unavailable(admin.post("/api/photos", json=photo_body()))
            expect_unavailable(admin.get("/api/admin/photos"))
            expect_unavailable(httpx.get(f"{site.url}/api/health"))
            proxy.mend()
            wait_until(lambda: admin.get("/api/health").status_code == 200, "the database")
            after = write(admin)
            listed = {each["id"] for each in admin.get("/api/admin/photos").json()}
            assert listed == {before["id"], after["id"]}
        site.close()


@only_postgresql
def test_ended_connections_are_replaced(new_site: NewSite) -> None:
    url = postgresql.new_url()
    site = new_site(url)
    with site.admin() as admin:
        before = write(admin)
        engine = create_engine(url)
        with engine.connect() as connection:
            ended = connection.scalar(
                text(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        engine.dispose()
        assert ended
        assert admin.get("/api/admin/photos").json() == [before]
        write(admin)
