"""A server that is killed while it writes loses nothing that it acknowledged, nor leaves parts."""

import io
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from sqlalchemy import create_engine, text

from tests.factories import message_body, photo_body
from tests.faults.conftest import NewSite
from tests.faults.fault_site import FaultSite, wait_until
from tests.image_files import MP4, saved
from tools.site_server import NO_TLS

ROUNDS = int(os.environ.get("AWARDS_TEST_FAULT_ROUNDS", "2"))
"""The number of times that the server is killed."""
MAX_DELAY_SECONDS = 0.6
"""The latest time of a kill after a photo was confirmed."""
VIDEO = MP4 + bytes(8_000_000)

_random = random.Random()


def image() -> bytes:
    """Return an image that has variants and takes some time to write."""
    return saved(Image.effect_noise((500, 400), 80), "PNG")


@dataclass
class Acknowledged:
    """Records and uploads that the server has confirmed, by their ids and URLs."""

    photos: dict[int, dict[str, Any]] = field(default_factory=dict)
    messages: set[str] = field(default_factory=set)
    videos: set[str] = field(default_factory=set)


class Writers:
    """Threads that write until the server is gone."""

    def __init__(self, site: FaultSite, cookies: httpx.Cookies, done: Acknowledged) -> None:
        self._site, self._cookies, self._done = site, dict(cookies), done
        writes = (self._photos, self._changes, self._messages, self._videos)
        self._threads = [threading.Thread(target=self._run, args=[each]) for each in writes]

    def __enter__(self) -> None:
        for each in self._threads:
            each.start()

    def __exit__(self, *_error: object) -> None:
        for each in self._threads:
            each.join()

    def _run(self, write: Callable[[httpx.Client], Iterator[None]]) -> None:
        client = httpx.Client(
            base_url=self._site.url, cookies=self._cookies, timeout=30, verify=NO_TLS
        )
        with client, suppress(httpx.TransportError):
            for _each in write(client):
                pass

    def _photos(self, client: httpx.Client) -> Iterator[None]:
        while True:
            url = _upload(client, "upload/image", "a.png", image())
            body = photo_body(imageUrl=url)
            created = client.post("/api/photos", json=body | {"description": body["title"]})
            assert created.status_code == 201, created.text
            self._done.photos[created.json()["id"]] = created.json()
            yield

    def _changes(self, client: httpx.Client) -> Iterator[None]:
        known = next((each["imageUrl"] for each in self._done.photos.values()), "")
        body = photo_body(imageUrl=known or _upload(client, "upload/image", "a.png", image()))
        created = client.post("/api/photos", json=body | {"description": body["title"]}).json()
        for number in count():
            title = f"Version {number} of {body['title']}"
            fields = {"title": title, "description": title}
            # A change that is not confirmed may have been stored or not.
            self._done.photos.pop(created["id"], None)
            changed = client.put(f"/api/photos/{created['id']}", json=fields)
            assert changed.status_code == 200, changed.text
            self._done.photos[created["id"]] = changed.json()
            yield

    def _messages(self, client: httpx.Client) -> Iterator[None]:
        while True:
            body = message_body()
            sent = client.post("/api/contact", json=body)
            assert sent.status_code == 201, sent.text
            self._done.messages.add(body["email"])
            yield

    def _videos(self, client: httpx.Client) -> Iterator[None]:
        while True:
            self._done.videos.add(_upload(client, "uploads/cover-page-video", "a.mp4", VIDEO))
            yield


def _upload(client: httpx.Client, path: str, name: str, content: bytes) -> str:
    response = client.post(f"/api/{path}", files={"file": (name, content)})
    assert response.status_code == 201, response.text
    return str(response.json()["url"])


def temporary_files(site: FaultSite) -> list[Path]:
    return list(site.uploads.rglob("*#*"))


def wait_before_kill(site: FaultSite, done: Acknowledged, number: int) -> None:
    """Wait for a confirmed photo, a random time, and in every other round for a half written file.

    The number is that of the round.
    """
    photos = len(done.photos)
    wait_until(lambda: len(done.photos) > photos, "a photo")
    time.sleep(_random.uniform(0, MAX_DELAY_SECONDS))
    if number % 2:
        wait_until(lambda: temporary_files(site), "a temporary file", pause=0)


def test_a_killed_server_keeps_what_it_acknowledged_and_removes_its_temporary_files(
    new_site: NewSite,
) -> None:
    site, done = new_site(AWARDS_IMAGE_VARIANTS="1"), Acknowledged()
    with site.admin() as admin:
        for number in range(ROUNDS):
            with Writers(site, admin.cookies, done):
                wait_before_kill(site, done, number)
                site.kill()
            for path in temporary_files(site):
                then = time.time() - 2 * 3600
                os.utime(path, (then, then))
            site.start()
            wait_until(lambda: not temporary_files(site), "the deletion of temporary files")
            expect_everything(admin, done)
            expect_complete_files(site)
            expect_intact_database(site)


def expect_everything(admin: httpx.Client, done: Acknowledged) -> None:
    """Assert that all acknowledged records are there, whole, and with their files."""
    stored = {each["id"]: each for each in admin.get("/api/admin/photos").json()}
    for key, photo in done.photos.items():
        # The image gets variants after the photo was confirmed.
        assert stored[key] | {"image": None} == photo | {"image": None}
    for each in stored.values():
        assert each["description"] == each["title"]
        assert admin.get(each["imageUrl"]).status_code == 200
    messages = admin.get("/api/admin/contact").json()
    assert done.messages <= {each["email"] for each in messages}
    assert all(each["message"].endswith(".") for each in messages)
    for url in done.videos:
        assert admin.head(url).headers["Content-Length"] == str(len(VIDEO))


def expect_complete_files(site: FaultSite) -> None:
    """Assert that each stored file, whether a record uses it or not, is complete."""
    for path in site.uploads.rglob("*.*"):
        if path.suffix == ".mp4":
            assert path.stat().st_size == len(VIDEO)
        elif path.suffix in {".png", ".webp", ".avif"}:
            with suppress(FileNotFoundError), Image.open(io.BytesIO(path.read_bytes())) as opened:
                opened.load()


def expect_intact_database(site: FaultSite) -> None:
    if site.database_url.startswith("sqlite"):
        engine = create_engine(site.database_url)
        with engine.connect() as connection:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
        engine.dispose()
