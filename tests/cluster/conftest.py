"""Fixtures of the tests of several hosts: two sites with one database and one Redis."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import httpx
import psutil
import pytest

from tests import postgresql
from tests.websockets.portal import Portal, running_portal
from tools.services import redis_server

KEY = "a key that all hosts have in common"

StartHost = Callable[..., Portal]


def kill(process_id: int | None) -> None:
    """Kill a server with all its processes, as a machine that loses its power does."""
    process = psutil.Process(process_id)
    for each in [*process.children(recursive=True), process]:
        # The end of its parent may have ended it already.
        with suppress(psutil.NoSuchProcess):
            each.kill()
    process.wait()


@pytest.fixture(scope="package")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server that only these tests use."""
    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="package")
def start_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartHost]:
    """Return a function that starts a host, given the URL of Redis and other settings."""
    sqlite = f"sqlite:///{tmp_path_factory.mktemp('database')}/awards.db"
    database_url = postgresql.new_url() if postgresql.is_used else sqlite
    with ExitStack() as stack:

        def start(redis_url: str, **named: str) -> Portal:
            folder = tmp_path_factory.mktemp("host")
            settings = {"REDIS_URL": redis_url, "AWARDS_SECRET_KEY": KEY, **named}
            return stack.enter_context(
                running_portal(folder, database_url=database_url, **settings)
            )

        yield start


@pytest.fixture(scope="package")
def hosts(start_host: StartHost, redis_url: str) -> list[Portal]:
    """Two hosts; the first one has migrated the database."""
    return [start_host(redis_url), start_host(redis_url)]


@pytest.fixture
def admin(hosts: list[Portal]) -> httpx.Client:
    """The administrator, signed in on the first host of a site without nominees."""
    client = hosts[0].admin()
    for each in client.get("/api/nominees").json():
        assert client.delete(f"/api/nominees/{each['id']}").status_code == 204
    return client
