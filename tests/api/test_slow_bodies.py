"""A body that stops arriving or arrives too slowly is cut off with 408."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client
from starlette.types import ASGIApp, Message

from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.http import limits
from tests.api.client import post_scope
from tests.api.entities import MESSAGE
from tests.api.test_body_limits import FORM, FORM_START, JSON

Chunks = Callable[[], AsyncIterator[bytes]]


@pytest.fixture
def post(site: ASGIApp, portal: BlockingPortal, editor: Client) -> Callable[..., tuple[int, bytes]]:
    """Send an editor's body in chunks; return the status and the body of the response."""

    def send_chunks(path: str, headers: dict[str, str], chunks: Chunks) -> tuple[int, bytes]:
        status, content, body = 0, b"", chunks()

        async def receive() -> Message:
            try:
                return {"type": "http.request", "body": await anext(body), "more_body": True}
            except StopAsyncIteration:
                return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, content
            status = message.get("status", status)
            content += message.get("body", b"")

        sent = headers | {"Cookie": f"{COOKIE}={editor.cookies[COOKIE]}"}
        portal.call(site, post_scope(path, sent), receive, send)
        return status, content

    return send_chunks


async def stalled() -> AsyncIterator[bytes]:
    """Send a start and nothing more."""
    yield FORM_START
    await asyncio.Event().wait()


async def trickling() -> AsyncIterator[bytes]:
    """Send a start, and then a byte every hundredth of a second."""
    yield FORM_START
    while True:
        yield b" "
        await asyncio.sleep(0.01)


async def message() -> AsyncIterator[bytes]:
    """Send a contact message in small chunks."""
    for character in json.dumps(MESSAGE.body()):
        yield character.encode()
        await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    ("path", "headers"), [("/api/contact", JSON), ("/api/upload/image", FORM)], ids=str
)
@pytest.mark.parametrize("chunks", [stalled, trickling])
def test_a_slow_body_is_cut_off(
    path: str,
    headers: dict[str, str],
    chunks: Chunks,
    post: Callable[..., tuple[int, bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "IDLE_SECONDS", 0.2)
    status, content = post(path, headers, chunks)
    assert status == 408
    assert json.loads(content)["message"] == (
        "The request arrived too slowly. Please check your connection and try again."
    )


def test_a_body_at_the_allowed_rate_arrives(
    post: Callable[..., tuple[int, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(limits, "MIN_BYTES_PER_SECOND", 0)
    assert post("/api/contact", JSON, message)[0] == 201
