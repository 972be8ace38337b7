"""Requests get 503 with Retry-After while the database is unavailable, and then succeed again."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import httpx
import pytest
from sqlalchemy import create_engine, text

from tests import postgresql
from tests.factories import Body, message_body, photo_body
from tests.faults.conftest import NewSite
from tests.faults.fault_site import wait_until
from tests.faults.proxy import proxied
from tools.site_server import NO_TLS

WRITERS = 50
"""More than a server has threads for requests."""


def expect_unavailable(response: httpx.Response) -> None:
    assert response.status_code == 503, response.text
    assert response.json()["message"] == "The database is busy. Please try again in a moment."
    assert int(response.headers["Retry-After"]) > 0


def write(client: httpx.Client) -> Body:
    created = client.post("/api/photos", json=photo_body())
    assert created.status_code == 201, created.text
    photo: Body = created.json()
    return photo


@pytest.mark.sqlite_only
def test_a_locked_database_refuses_writes_and_spares_reads_until_it_is_free(
    new_site: NewSite,
) -> None:
    site = new_site()
    with site.admin() as admin, ThreadPoolExecutor(WRITERS) as threads:
        before = write(admin)
        send = partial(httpx.post, verify=NO_TLS)
        with closing(sqlite3.connect(site.data_dir / "awards.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            futures = [
                threads.submit(send, f"{site.url}/api/contact", json=message_body(), timeout=30)
                for _ in range(WRITERS)
            ]
            expect_unavailable(admin.post("/api/photos", json=photo_body()))
            assert admin.get("/api/admin/photos").json() == [before]
            for each in futures:
                expect_unavailable(each.result())
                assert each.result().elapsed.total_seconds() < 15
            other.execute("ROLLBACK")
        after = write(admin)
        assert {each["id"] for each in admin.get("/api/admin/photos").json()} == {
            before["id"],
            after["id"],
        }
        assert admin.get("/api/admin/contact").json() == []


@pytest.mark.postgresql_only
def test_an_unreachable_server_refuses_requests_until_it_is_back(new_site: NewSite) -> None:
    with proxied(postgresql.new_url()) as (proxy, url):
        site = new_site(url)
        with site.admin() as admin:
            before = write(admin)
            proxy.cut()
            expect_unavailable(admin.post("/api/photos", json=photo_body()))
            expect_unavailable(admin.get("/api/admin/photos"))
            expect_unavailable(httpx.get(f"{site.url}/api/health"))
            proxy.restore()
            wait_until(lambda: admin.get("/api/health").status_code == 200, "the database")
            after = write(admin)
            listed = {each["id"] for each in admin.get("/api/admin/photos").json()}
            assert listed == {before["id"], after["id"]}
        site.kill()


@pytest.mark.postgresql_only
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
