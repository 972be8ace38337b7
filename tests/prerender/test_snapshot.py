"""Tests of what is taken from a page's State to render it."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any, TypedDict

import pytest
import reflex as rx
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from awards_site.core import request_client as client_module
from awards_site.core.request_client import RequestError, request_client, serve_in_process
from awards_site.prerender.snapshot import LoadFailed, Snapshot, take_snapshot
from awards_site.ui.public_page import PublicPage


class Honoree(TypedDict):
    """A record as a page shows it."""

    name: str
    since: datetime


class SnapshotForm(rx.State):
    """A form that the page below empties when it is opened."""

    successes: int = 3


class SnapshotPage(rx.State):
    """A page whose load is steered by what the API answers."""

    honorees: list[Honoree] = []
    key: str = ""
    visitor: str = "unknown"
    loaded: bool = False
    failed: bool = False
    missing: bool = False
    texts: str = "default"
    _hidden: str = "private"

    @rx.event
    async def load(self, address: str = "/api/honorees") -> AsyncIterator[None]:
        """Read all, as public pages do."""
        self.loaded = False
        yield
        self.key = self.router.url.path.rpartition("/")[2]
        (await self.get_state(SnapshotForm)).successes = 0
        self.visitor = self.router.headers.cookie
        try:
            answer = await request_client(self).read([address], retries=0)
        except RequestError:
            self.failed = True
            return
        self.honorees = [
            Honoree(name=name, since=datetime(2025, 1, 2, tzinfo=UTC)) for name in answer
        ]
        self.missing = not answer
        self.loaded = True

    @rx.event
    async def load_with_default(self) -> None:
        """Read texts that have a default, which hides that they could not be read."""
        try:
            self.texts = await request_client(self).read(["/api/broken"], retries=0)
        except RequestError:
            self.texts = "default"
        self.loaded = True


async def api(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as the site's API would."""
    answers: dict[str, tuple[int, Any]] = {
        "/api/honorees": (200, ["Ada </script>", "Söhne"]),
        "/api/nobody": (200, []),
        "/api/broken": (500, {"message": "broken"}),
    }
    status, body = answers.get(scope["path"], (404, {"message": "nothing"}))
    await JSONResponse(body, status)(scope, receive, send)


@pytest.fixture(autouse=True)
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let calls of pages reach the API above."""
    monkeypatch.setattr(client_module._InProcess, "app", None)
    serve_in_process(api)


def taken(load: Any, path: str = "/honorees") -> Snapshot:
    return asyncio.run(take_snapshot(PublicPage("/honorees/[key]", load), path))


def values(snapshot: Snapshot) -> dict[str, Any]:
    ((name, found),) = json.loads(snapshot.values).items()
    assert name == SnapshotPage.get_full_name()
    return {key.removesuffix("_rx_state_"): value for key, value in found.items()}


def test_it_holds_the_variables_of_the_page_s_state_alone() -> None:
    found = values(taken(SnapshotPage.load))
    assert set(found) == {
        "honorees", "key", "visitor", "loaded", "failed", "missing", "texts",
    }  # fmt: skip
    assert [honoree["name"] for honoree in found["honorees"]] == ["Ada </script>", "Söhne"]
    assert found["honorees"][0]["since"].startswith("2025-01-02")


def test_the_visitor_is_nobody_and_the_address_is_the_page_s() -> None:
    found = values(taken(SnapshotPage.load, "/honorees/7-ada"))
    assert found["visitor"] == ""
    assert found["key"] == "7-ada"


def test_a_handler_may_have_an_argument() -> None:
    snapshot = taken(SnapshotPage.load("/api/nobody"))
    assert values(snapshot)["honorees"] == []
    assert snapshot.missing


def test_each_snapshot_begins_anew() -> None:
    assert values(taken(SnapshotPage.load))["honorees"]
    assert taken(SnapshotPage.load("/api/nobody")).missing
    assert not taken(SnapshotPage.load).missing


def test_the_same_content_is_the_same_snapshot() -> None:
    assert taken(SnapshotPage.load) == taken(SnapshotPage.load)


def test_what_says_that_it_failed_is_not_kept() -> None:
    with pytest.raises(LoadFailed, match="/api/broken"):
        taken(SnapshotPage.load("/api/broken"))
    with pytest.raises(LoadFailed, match="failed"):
        taken(SnapshotPage.load("/api/unknown"))


def test_what_a_default_hides_is_not_kept() -> None:
    with pytest.raises(LoadFailed, match="/api/broken"):
        taken(SnapshotPage.load_with_default)


@pytest.mark.parametrize(
    "variables",
    [{"failed": True}, {"loaded": False}, {"status": "loading"}, {"cover_status": "failed"}],
)
def test_unfinished_pages_are_known_by_their_variables(variables: dict[str, Any]) -> None:
    with pytest.raises(LoadFailed):
        Snapshot.of({"state": {f"{name}_rx_state_": value for name, value in variables.items()}})
