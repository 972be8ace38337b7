"""Addresses of single records: real 404s, and one right address for each record."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from awards_site.core import request_client
from awards_site.core.http.record_pages import RecordPages
from awards_site.core.request_client import ConnectionFailed, RequestClient, serve_in_process
from awards_site.ui import paths
from awards_site.ui.record_page import find_by_key
from tests import factories


async def compiled(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as Reflex does: with a shell at any address but for the page of unknown ones."""
    status = 404 if scope["path"] == "/404" else 200
    await PlainTextResponse(scope["path"], status)(scope, receive, send)


@pytest.fixture
def serving(app: FastAPI) -> Iterator[None]:
    """Let the API serve the calls of pages."""
    before = request_client._InProcess.app
    serve_in_process(app)
    yield
    request_client._InProcess.app = before


@pytest.fixture
def ada(serving: None, editor: httpx.Client) -> int:
    """Publish Ada Lovelace and return her id."""
    body = factories.nominee_body(name="Ada Lovelace")
    return int(editor.post("/api/nominees", json=body).json()["id"])


@pytest.fixture
def draft(serving: None, editor: httpx.Client) -> int:
    """Store a nominee who is not published, and return her id."""
    body = factories.nominee_body(isPublished=False)
    return int(editor.post("/api/nominees", json=body).json()["id"])


async def _find(client: RequestClient, key: str) -> str | None:
    found = find_by_key(paths.NOMINEES, lambda each: paths.nominee(each["id"], each["name"]))
    return await found(client, key)


async def _lost(_client: RequestClient, _key: str) -> str | None:
    raise ConnectionFailed("GET", "/api/events/1")


def visitor() -> httpx.AsyncClient:
    """Return a client of the site around `compiled`."""
    pages = RecordPages(compiled, [("/nominees/[key]", _find), ("/events/[key]", _lost)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(pages), base_url="http://localhost")


@pytest.mark.anyio
async def test_a_record_has_one_address(ada: int) -> None:
    right = f"/nominees/{ada}-ada-lovelace"
    async with visitor() as site:
        assert (await site.get(right)).status_code == 200
        assert (await site.head(right)).status_code == 200
        for other in (f"/nominees/{ada}", f"/nominees/{ada}-ada", f"{right}/"):
            moved = await site.get(f"{other}?from=mail")
            assert (moved.status_code, moved.headers["location"]) == (308, f"{right}?from=mail")


@pytest.mark.anyio
async def test_there_is_no_page_of_what_is_unknown_or_unpublished(draft: int) -> None:
    async with visitor() as site:
        for key in (f"{draft}-nominee", str(draft), "999999-x", "x", "9" * 30, "%20"):
            assert (await site.get(f"/nominees/{key}")).status_code == 404, key


@pytest.mark.anyio
async def test_other_addresses_are_left_alone() -> None:
    async with visitor() as site:
        for path in ("/nominees", "/nominees/", "/events/3-gala.ics", "/nominees/1/2", "/about"):
            assert (await site.get(path)).text == path
        assert (await site.post("/nominees/1")).text == "/nominees/1"


@pytest.mark.anyio
@pytest.mark.usefixtures("serving")
async def test_what_cannot_be_read_now_is_no_404() -> None:
    async with visitor() as site:
        answer = await site.get("/events/1-gala")
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
