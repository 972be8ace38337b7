"""Readiness: a load balancer sends visitors only to a site that can serve them."""

from collections.abc import Iterator

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client, Response
from sqlalchemy import text

from awards_site.core.database.engine import engine
from awards_site.core.http.monitoring import wait_for_pages
from awards_site.prerender.middleware import Prerendering
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed
from tests import database
from tests.api.conftest import Configure
from tests.api.prerender.conftest import wait_until

READY = "/api/ready"


def assert_not_ready(response: Response, *missing: str) -> None:
    assert response.status_code == 503
    assert response.json() == {
        "message": f"The site is not ready: {', '.join(missing)}",
        "missing": list(missing),
    }
    assert int(response.headers["Retry-After"]) > 0
    assert response.headers["Cache-Control"] == "no-store"


@pytest.fixture
def waits_for_pages(app: FastAPI, prerendering: Prerendering) -> Iterator[None]:
    """Let the site wait for its pages, as a server with prerendering does."""
    wait_for_pages(app, lambda: prerendering.scheduler.has_rendered)
    yield
    wait_for_pages(app, lambda: True)


def test_a_site_is_ready_without_prerendering(anonymous: Client) -> None:
    response = anonymous.get(READY)
    assert response.status_code == 200
    assert response.json() == {"status": "ready"}
    assert response.headers["Cache-Control"] == "no-store"


def test_a_site_is_ready_once_its_pages_are_rendered(
    waits_for_pages: None, prerendering: Prerendering, portal: BlockingPortal, anonymous: Client
) -> None:
    assert_not_ready(anonymous.get(READY), "pages")
    assert anonymous.get("/api/health").status_code == 200
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: anonymous.get(READY).status_code == 200)
        assert '"renderedAt": null' not in anonymous.get("/nominees").text


def test_a_page_that_cannot_be_rendered_does_not_keep_visitors_away(
    waits_for_pages: None,
    prerendering: Prerendering,
    portal: BlockingPortal,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_page: object) -> None:
        raise RenderFailed("a broken component")

    monkeypatch.setattr(prerendering.worker, "render", fail)
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: anonymous.get(READY).status_code == 200)
        assert anonymous.get("/nominees").status_code == 200


def test_a_site_without_nodejs_is_ready(
    waits_for_pages: None,
    prerendering: Prerendering,
    portal: BlockingPortal,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lack() -> None:
        raise NodeMissing("Node.js is not installed")

    monkeypatch.setattr(prerendering.worker, "check", lack)
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert anonymous.get(READY).status_code == 200


@pytest.mark.parametrize("revision", ["0000", None])
def test_a_database_at_another_migration_is_not_ready(
    anonymous: Client, revision: str | None
) -> None:
    with engine().begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
        if revision:
            connection.execute(text(f"INSERT INTO alembic_version VALUES ('{revision}')"))
    assert_not_ready(anonymous.get(READY), "migrations")


def test_a_database_that_cannot_be_reached_is_named_without_its_address(
    anonymous: Client, configure: Configure
) -> None:
    database.close()
    engine.cache_clear()
    configure(DATABASE_URL="postgresql://awards:a-password@127.0.0.1:1/awards")
    assert_not_ready(anonymous.get(READY), "database")
    assert anonymous.get("/api/health").status_code == 503
