"""A body over its limit is cut off with 413, and one that arrives too slowly with 408."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from httpx import Client
from starlette.types import ASGIApp, Message

from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.http import request_bodies
from tests.api.client import post_scope
from tests.api.entities import MESSAGE

MEGABYTE = 1024 * 1024
CHUNK = bytes(MEGABYTE)
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "multipart/form-data; boundary=edge"}
FORM_START = (
    b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'
    b"Content-Type: image/png\r\n\r\n"
)


@dataclass
class Sender:
    """Sends a hundred megabytes; counts what was read before and after the response."""

    first: bytes
    before: int = 0
    after: int = 0
    status: int = 0
    body: bytes = b""

    async def receive(self) -> Message:
        if self.status:
            self.after += 1
        else:
            self.before += 1
        taken = self.before + self.after
        content = CHUNK if taken > 1 else self.first
        return {"type": "http.request", "body": content, "more_body": taken < 100}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.body += message.get("body", b"")


Send = Callable[..., Sender]


@pytest.fixture
def send(app: FastAPI, portal: BlockingPortal, editor: httpx.Client) -> Send:
    """Send an editor's body of a hundred megabytes in chunks of one, without Content-Length."""
    session = {"Cookie": f"{COOKIE}={editor.cookies[COOKIE]}"}

    def to(path: str, headers: dict[str, str], first: bytes = b"{") -> Sender:
        sender = Sender(first)
        scope = post_scope(path, session | headers)
        portal.call(app, scope, sender.receive, sender.send)
        return sender

    return to


@pytest.mark.parametrize(
    ("path", "headers", "first", "megabytes", "message"),
    [
        ("/api/events", JSON, b'{"title": "', 1, b"The body must be less than 1MB"),
        ("/api/upload/image", FORM, FORM_START, 5, b"Image must be less than 5MB"),
    ],
)
def test_a_body_without_content_length_is_cut_off_at_its_limit(
    path: str, headers: dict[str, str], first: bytes, megabytes: int, message: bytes, send: Send
) -> None:
    sender = send(path, headers, first)
    assert sender.status == 413
    assert message in sender.body
    assert sender.before <= megabytes + 2
    assert sender.after <= 40


@pytest.mark.parametrize(
    ("path", "megabytes"),
    [
        ("/api/events", 10),
        ("/api/upload/image", 6),
        ("/api/uploads/cover-page-video", 200),
        ("/api/nothing", 2),
    ],
)
def test_a_content_length_over_the_limit_is_refused_before_reading(
    path: str, megabytes: int, send: Send
) -> None:
    sender = send(path, JSON | {"Content-Length": str(megabytes * MEGABYTE)})
    assert (sender.status, sender.before) == (413, 0)


def test_an_unauthorized_upload_is_refused_before_the_file_is_read(send: Send) -> None:
    sender = send("/api/upload/image", FORM | {"Cookie": ""}, FORM_START)
    assert (sender.status, sender.before) == (401, 0)


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
    yield FORM_START
    await asyncio.Event().wait()


async def trickling() -> AsyncIterator[bytes]:
    """Send a start, and then a byte every hundredth of a second."""
    yield FORM_START
    while True:
        yield b" "
        await asyncio.sleep(0.01)


async def message() -> AsyncIterator[bytes]:
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
    monkeypatch.setattr(request_bodies, "IDLE_SECONDS", 0.2)
    status, content = post(path, headers, chunks)
    assert status == 408
    assert json.loads(content)["message"] == (
        "The request arrived too slowly. Please check your connection and try again."
    )


def test_a_body_at_the_allowed_rate_arrives(
    post: Callable[..., tuple[int, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(request_bodies, "MIN_BYTES_PER_SECOND", 0)
    assert post("/api/contact", JSON, message)[0] == 201


def test_a_false_content_length_is_cut_off_too(send: Send) -> None:
    assert send("/api/events", JSON | {"Content-Length": "10"}).status == 413
