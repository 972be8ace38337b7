"""Lists are sorted by the server (decisions, details)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from awards_site.core import clock
from tests import factories

Create = Callable[..., dict[str, Any]]


@pytest.fixture
def create(editor: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> Create:
    """Create a record, a minute after the one before."""
    present = [datetime(2026, 1, 1, tzinfo=UTC)]
    monkeypatch.setattr(clock, "now", lambda: present[0])

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        present[0] += timedelta(minutes=1)
        answer = editor.post(path, json=body)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    return post


def listed(client: httpx.Client, path: str, key: str) -> list[Any]:
    """Return one field of each record of a list."""
    return [each[key] for each in client.get(path).json()]


def test_sponsors_by_tier_then_display_order_then_name(
    create: Create, editor: httpx.Client, nobody: httpx.Client
) -> None:
    for name, tier, order in [
        ("Regular", "regular", 0),
        ("Partner", "partner", 0),
        ("Bronze", "bronze", 0),
        ("zeta", "gold", 1),
        ("Alpha", "gold", 1),
        ("beta", "gold", 1),
        ("First", "gold", 0),
        ("Platinum", "platinum", 9),
        ("Silver", "silver", 0),
    ]:
        body = factories.sponsor_body(name=name, tier=tier, display_order=order)
        create("/api/sponsors", body)
    gold = ["First", "Alpha", "beta", "zeta"]
    expected = ["Platinum", *gold, "Silver", "Bronze", "Partner", "Regular"]
    assert listed(nobody, "/api/sponsors/published", "name") == expected
    assert listed(editor, "/api/sponsors/admin", "name") == expected


@pytest.mark.parametrize("kind", ["photos", "videos"])
def test_photos_and_videos_by_display_order_then_newest_first(
    kind: str, create: Create, editor: httpx.Client, nobody: httpx.Client
) -> None:
    body = {"photos": factories.photo_body, "videos": factories.video_body}[kind]
    for title, order in [("Old", {}), ("Last", {"displayOrder": 2}), ("New", {"displayOrder": 0})]:
        create(f"/api/{kind}", body(title=title, year=2024, category="ceremony", **order))
    expected = ["New", "Old", "Last"]
    lists = (f"/api/{kind}", f"/api/{kind}/category/ceremony", f"/api/{kind}/year/2024")
    for path in lists:
        assert listed(nobody, path, "title") == expected
    assert listed(editor, f"/api/admin/{kind}", "title") == expected


def test_nominees_by_newest_year_then_name(
    create: Create, editor: httpx.Client, nobody: httpx.Client
) -> None:
    for name, year in [("Zoe", 2024), ("ada", 2024), ("Bea", 2024), ("Old", 2021), ("New", 2026)]:
        create("/api/nominees", factories.nominee_body(name=name, year=year))
    expected = ["New", "ada", "Bea", "Zoe", "Old"]
    for path in ("/api/nominees/published", "/api/nominees", "/api/nominees/category/leadership"):
        assert listed(nobody, path, "name") == expected
    assert listed(nobody, "/api/nominees/year/2024", "name") == expected[1:4]
    assert listed(editor, "/api/nominees", "name") == expected


def test_posts_by_newest_published_date(
    create: Create, editor: httpx.Client, nobody: httpx.Client
) -> None:
    for title, date in [
        ("Middle", "2025-02-01"),
        ("Newest", "2025-03-01"),
        ("Oldest", "2025-01-01"),
    ]:
        fields = {"publishedDate": date, "isPublished": True, "tags": ["all"]}
        create("/api/blog", factories.blog_body(title=f"{title} post", **fields))
    expected = ["Newest post", "Middle post", "Oldest post"]
    for path in ("/api/blog", "/api/blog/category/news", "/api/blog/tag/all"):
        assert listed(nobody, path, "title") == expected
    assert listed(editor, "/api/admin/blog", "title") == expected


def test_events_earliest_first(create: Create, editor: httpx.Client, nobody: httpx.Client) -> None:
    for title, day in [("Second", 2), ("Third", 3), ("First", 1)]:
        start = f"2100-06-0{day}T10:00:00Z"
        create("/api/events", factories.event_body(title=title, startDate=start, endDate=start))
    expected = ["First", "Second", "Third"]
    query = "/api/events/range?start=2100-06-01&end=2100-06-30"
    for path in ("/api/events", "/api/events/upcoming", "/api/events/month/2100/6", query):
        assert listed(nobody, path, "title") == expected
    assert listed(editor, "/api/admin/events", "title") == expected


def test_cover_pages_by_display_order(create: Create, editor: httpx.Client) -> None:
    for title, order in [("Third", 2), ("First", 0), ("Second", 1)]:
        create("/api/cover-pages", factories.cover_page_body(title=title, display_order=order))
    assert listed(editor, "/api/cover-pages/admin", "title") == ["First", "Second", "Third"]


def test_messages_and_subscribers_newest_first(create: Create, editor: httpx.Client) -> None:
    for name in ("Old", "New"):
        create("/api/contact", factories.message_body(name=name))
        create("/api/newsletter", {"email": f"{name}@example.org"})
    assert listed(editor, "/api/admin/contact", "name") == ["New", "Old"]
    subscribers = listed(editor, "/api/admin/subscriptions", "email")
    assert subscribers == ["New@example.org", "Old@example.org"]
