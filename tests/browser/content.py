"""Published content for the tests of public pages: nominees, sponsors, cover pages, events."""

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from PIL import Image

from tests.browser.files import VIDEO_FILE
from tests.browser.site import Site


def upload_image(site: Site, colour: str = "plum", size: tuple[int, int] = (80, 100)) -> str:
    """Upload an image in one colour and return its url; `size` is width, height in px."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    response = site.api.post(
        "/api/upload/image", files={"image": ("image.png", data.getvalue(), "image/png")}
    )
    assert response.status_code == 201, response.text
    url: str = response.json()["url"]
    return url


def upload_video(site: Site) -> str:
    """Upload a short WebM video and return its url."""
    response = site.api.post(
        "/api/uploads/cover-page-video", files={"file": ("film.webm", VIDEO_FILE.read_bytes())}
    )
    assert response.status_code == 201, response.text
    url: str = response.json()["url"]
    return url


def publish_nominee(site: Site, name: str, **fields: Any) -> dict[str, Any]:
    defaults = {
        "title": "Founder",
        "company": f"{name}'s company",
        "bio": "She founded it in a garage.",
        "achievements": "It left the garage.",
        "category": "tech",
        "year": 2025,
    }
    return site.create("/api/nominees", name=name, **(defaults | fields))


def publish_video(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    defaults = {"videoUrl": "https://www.youtube.com/watch?v=aqz-KE-bpKQ", "year": 2024}
    return site.create("/api/videos", title=title, **(defaults | fields))


def publish_photo(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    return site.create("/api/photos", title=title, **fields)


def publish_sponsor(site: Site, name: str, **fields: Any) -> dict[str, Any]:
    return site.create("/api/sponsors", **({"name": name, "is_published": True} | fields))


def activate_cover(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    return site.create("/api/cover-pages", **({"title": title, "is_active": True} | fields))


def publish_event(site: Site, title: str, start: str, end: str, **fields: Any) -> dict[str, Any]:
    """Publish an event between two ISO 8601 instants and return it."""
    defaults = {
        "description": f"What happens at {title}.",
        "location": "The Orangery, Atlanta",
        "type": "workshop",
        "startDate": start,
        "endDate": end,
    }
    return site.create("/api/events", title=title, **(defaults | fields))


def stored_events(site: Site) -> list[dict[str, object]]:
    events: list[dict[str, object]] = site.api.get("/api/admin/events").json()
    return events


def copy_record(site: Site, table: str, record_id: object, copies: int) -> None:
    """Add copies of a record to a table, faster than by the API."""
    with closing(site.open_database()) as database:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        copied = ", ".join(name for name in columns if name != "id")
        database.execute(
            "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)"
            f" INSERT INTO {table} ({copied}) SELECT {copied} FROM number, {table} WHERE id = ?",
            (copies, record_id),
        )
        database.commit()
    site.bump_content_version()


def empty(site: Site, listed: str, path: str) -> None:
    """Delete every record of the staff list at `listed`, at `path` and its id."""
    for entity in site.api.get(listed).json():
        assert site.api.delete(f"{path}/{entity['id']}").status_code == 204


@contextmanager
def unreadable(site: Site, table: str) -> Iterator[None]:
    """Make every read of a table fail while the block runs."""
    with closing(site.open_database()) as database:
        database.execute(f"ALTER TABLE {table} RENAME TO hidden_{table}")
        try:
            yield
        finally:
            database.execute(f"ALTER TABLE hidden_{table} RENAME TO {table}")
