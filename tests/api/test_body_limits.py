"""A body over its limit is cut off with 413 while it arrives, in process and over sockets."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from starlette.types import Message

from tests.site_server import ROOT, clean_environment, free_port

MEGABYTE = 1024 * 1024
CHUNK = bytes(MEGABYTE)
JSON = {"Content-Type": "application/json"}
FORM_START = (
    b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'
    b"Content-Type: image/png\r\n\r\n"
)


@dataclass
class Sender:
    """Sends a hundred megabytes; counts what was taken of them before and after the answer."""

    first: bytes
    before: int = 0
    after: int = 0
    status: int = 0
    body: bytes = b""
    headers: dict[bytes, bytes] = field(default_factory=dict)

    async def receive(self) -> Message:
        """Hand over a megabyte more."""
        if self.status:
            self.after += 1
        else:
            self.before += 1
        taken = self.before + self.after
        return {
            "type": "http.request",
            "body": CHUNK if taken > 1 else self.first,
            "more_body": taken < 100,
        }

    async def send(self, message: Message) -> None:
        """Take the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
        else:
            self.body += message.get("body", b"")


def send_without_length(
    app: FastAPI, portal: BlockingPortal, path: str, headers: dict[str, str], first: bytes
) -> Sender:
    """Send a body of a hundred megabytes in chunks of one, its length unknown or untrue."""
    sender = Sender(first)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 3000),
    }
    portal.call(app, scope, sender.receive, sender.send)
    return sender


def cookie_of(client: httpx.Client) -> str:
    """Return the client's cookie as a header's value."""
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


@pytest.mark.parametrize(
    ("path", "kind", "first", "megabytes", "message"),
    [
        ("/api/events", "application/json", b'{"title": "', 1, "The body must be less than 1MB"),
        (
            "/api/upload/image",
            "multipart/form-data; boundary=edge",
            FORM_START,
            5,
            "Image must be less than 5MB",
        ),
    ],
)
def test_a_body_without_a_length_is_cut_off_at_its_limit(
    path: str,
    kind: str,
    first: bytes,
    megabytes: int,
    message: str,
    app: FastAPI,
    portal: BlockingPortal,
    editor: httpx.Client,
) -> None:
    headers = {"Content-Type": kind, "Cookie": cookie_of(editor)}
    sender = send_without_length(app, portal, path, headers, first)
    assert sender.status == 413
    assert message.encode() in sender.body
    assert sender.before <= megabytes + 2
    assert sender.after <= 40


@pytest.mark.parametrize(
    ("path", "length"),
    [
        ("/api/events", 10 * MEGABYTE),
        ("/api/upload/image", 6 * MEGABYTE),
        ("/api/uploads/cover-page-video", 200 * MEGABYTE),
        ("/api/nothing", 2 * MEGABYTE),
    ],
)
def test_an_announced_length_over_the_limit_is_refused_before_anything_is_read(
    path: str, length: int, app: FastAPI, portal: BlockingPortal, editor: httpx.Client
) -> None:
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(length),
        "Cookie": cookie_of(editor),
    }
    sender = send_without_length(app, portal, path, headers, b"{")
    assert (sender.status, sender.before) == (413, 0)


def test_a_length_that_is_announced_too_small_does_not_help(
    app: FastAPI, portal: BlockingPortal, editor: httpx.Client
) -> None:
    headers = {
        "Content-Type": "application/json",
        "Content-Length": "10",
        "Cookie": cookie_of(editor),
    }
    assert send_without_length(app, portal, "/api/events", headers, b"{").status == 413


def test_a_visitor_who_may_not_upload_is_refused_before_the_file_is_read(
    app: FastAPI, portal: BlockingPortal
) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=edge"}
    sender = send_without_length(app, portal, "/api/upload/image", headers, FORM_START)
    assert (sender.status, sender.before) == (401, 0)


@pytest.fixture
def address(data_dir: Path, editor: httpx.Client) -> Iterator[str]:
    """The address of the API, served from a process of its own as in production."""
    port = free_port()
    environment = clean_environment() | {"AWARDS_DATA_DIR": str(data_dir), "PORT": str(port)}
    command = "granian --interface asgi --factory awards_site.api:make_api --log-level warning"
    process = subprocess.Popen(
        [sys.executable, "-m", *command.split(), "--port", str(port)], cwd=ROOT, env=environment
    )
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(15)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        os.sched_yield()
    raise AssertionError("The API did not start")


def test_senders_over_sockets_get_to_read_the_refusal(address: str, editor: httpx.Client) -> None:
    with httpx.Client(base_url=address, cookies=dict(editor.cookies), timeout=20) as client:
        _assert_refused(client.post("/api/events", content=b"[" * 10_000_000, headers=JSON))
        _assert_refused(client.post("/api/events", content=_chunks(10), headers=JSON))
        large = {"file": ("a.png", bytes(20 * MEGABYTE))}
        _assert_refused(client.post("/api/upload/image", files=large))
        form = {"Content-Type": "multipart/form-data; boundary=edge"}
        upload = client.post("/api/upload/image", content=_chunks(20), headers=form)
        _assert_refused(upload)
        visitor = httpx.post(f"{address}/api/upload/image", content=_chunks(20), headers=form)
        assert visitor.status_code == 401
        assert client.get("/api/admin/events").json() == []


def _chunks(megabytes: int) -> Iterator[bytes]:
    yield FORM_START
    yield from [CHUNK] * megabytes


def _assert_refused(answer: httpx.Response) -> None:
    assert answer.status_code == 413
    assert answer.json()["message"]
    assert answer.elapsed.total_seconds() < 10
