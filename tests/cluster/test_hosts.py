"""Two hosts with one database and one Redis are one site."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from redis import Redis

from awards_site.core.invalidation.broadcast import LEASE_SECONDS
from tests.cluster.conftest import StartHost, kill
from tests.factories import nominee_body
from tests.faults.proxy import proxied
from tests.websockets.portal import Portal, wait_until

pytestmark = pytest.mark.redis_only

LIST = "/api/nominees/published"
READERS = 4
CYCLES = 25


def publish(admin: httpx.Client) -> str:
    """Create a published nominee and return the path of their record in the API."""
    created = admin.post("/api/nominees", json=nominee_body(isPublished=True))
    assert created.status_code == 201, created.text
    return f"/api/nominees/{created.json()['id']}"


def change(admin: httpx.Client, path: str, **fields: Any) -> None:
    response = admin.patch(path, json=fields)
    assert response.status_code == 200, response.text


def titles(host: Portal) -> list[str]:
    return [each["title"] for each in httpx.get(f"{host.url}{LIST}").raise_for_status().json()]


def test_a_session_of_one_host_is_valid_on_the_other(hosts: list[Portal]) -> None:
    first, second = hosts
    signed_in = first.admin()
    page = second.open(httpx.Client(base_url=second.url, cookies=signed_in.cookies))
    page.expect_served()
    signed_in.post("/api/auth/logout")
    page.expect_disconnected()


def test_a_change_on_one_host_is_shown_by_the_other_at_once(
    hosts: list[Portal], admin: httpx.Client
) -> None:
    second = hosts[1]
    path = publish(admin)
    for number in range(CYCLES):
        assert titles(second) == titles(second)
        change(admin, path, title=f"Version {number}")
        assert titles(second) == [f"Version {number}"]


def test_no_host_shows_what_another_has_withdrawn(hosts: list[Portal], admin: httpx.Client) -> None:
    second = hosts[1]
    path = publish(admin)
    withdrawn = threading.Event()
    done = threading.Event()

    def read() -> int:
        shown = 0
        with httpx.Client(base_url=second.url) as client:
            while not done.is_set():
                must_be_empty = withdrawn.is_set()
                is_shown = bool(client.get(LIST).json())
                # It may have been published again since the response was made.
                shown += must_be_empty and withdrawn.is_set() and is_shown
        return shown

    with ThreadPoolExecutor(READERS) as threads:
        readers = [threads.submit(read) for _ in range(READERS)]
        try:
            for _ in range(CYCLES):
                change(admin, path, isPublished=False)
                withdrawn.set()
                assert titles(second) == []
                withdrawn.clear()
                change(admin, path, isPublished=True)
                assert len(titles(second)) == 1
        finally:
            done.set()
        assert sum(each.result() for each in readers) == 0


def test_a_host_that_redis_does_not_reach_serves_nothing_outdated(
    admin: httpx.Client, start_host: StartHost, redis_url: str
) -> None:
    path = publish(admin)
    with proxied(redis_url) as (proxy, url):
        second = start_host(url)
        assert len(titles(second)) == 1
        proxy.hold()
        change(admin, path, isPublished=False)
        assert titles(second) == []
        proxy.restore()
        change(admin, path, isPublished=True)
        assert len(titles(second)) == 1


@contextmanager
def stopped(redis_url: str) -> Iterator[None]:
    """Let Redis answer nobody while the block runs."""
    with Redis.from_url(redis_url) as client:
        process_id = client.info("server")["process_id"]
    os.kill(process_id, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process_id, signal.SIGCONT)


def test_without_redis_visitors_read_and_writes_are_refused_until_it_is_back(
    hosts: list[Portal], admin: httpx.Client, redis_url: str
) -> None:
    path = publish(admin)
    with stopped(redis_url):
        time.sleep(LEASE_SECONDS)
        response = admin.patch(path, json={"title": "Not stored"})
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
        assert [len(titles(each)) for each in hosts] == [1, 1]
    wait_until(lambda: admin.patch(path, json={"title": "Stored"}).status_code == 200, "Redis")
    assert [titles(each) for each in hosts] == [["Stored"], ["Stored"]]


def test_a_killed_host_holds_up_nobody_and_comes_back(
    admin: httpx.Client, start_host: StartHost, redis_url: str
) -> None:
    killed = start_host(redis_url)
    path = publish(admin)
    kill(killed.process.pid)
    change(admin, path, title="While it was away")
    back = start_host(redis_url)
    assert titles(back) == ["While it was away"]
    change(admin, path, title="Afterwards")
    assert titles(back) == ["Afterwards"]
