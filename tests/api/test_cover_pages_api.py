"""Cover pages: at most one is active, even after concurrent activations."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from httpx import Client

from tests.api.audit_log import changes, entries
from tests.api.entities import COVER_PAGE
from tests.api.test_versions import versions
from tests.factories import Body


def active(client: Client) -> list[int]:
    return [each["id"] for each in COVER_PAGE.records(client) if each["is_active"]]


def test_without_an_active_cover_page_the_response_is_null(
    editor: Client, anonymous: Client
) -> None:
    COVER_PAGE.create(editor)
    response = anonymous.get("/api/cover-pages/active")
    assert (response.status_code, response.json()) == (200, None)
    page = COVER_PAGE.create(editor, is_active=True)
    COVER_PAGE.create(editor)
    COVER_PAGE.delete(editor, page)
    assert anonymous.get("/api/cover-pages/active").json() is None


def test_activating_one_deactivates_the_others(editor: Client, anonymous: Client) -> None:
    first, second = COVER_PAGE.create(editor), COVER_PAGE.create(editor)
    for page in (first, second, first, first):
        response = editor.post(f"/api/cover-pages/{page['id']}/activate")
        assert (response.status_code, response.json()) == (200, page | {"is_active": True})
        assert active(editor) == [page["id"]]
        shown = anonymous.get("/api/cover-pages/active").json()
    assert (page | {"is_active": True}).items() <= shown.items()


def test_a_page_created_or_updated_as_active_is_the_only_one(editor: Client) -> None:
    first = COVER_PAGE.create(editor, is_active=True)
    second = COVER_PAGE.create(editor, is_active=True)
    assert active(editor) == [second["id"]]
    assert COVER_PAGE.change(editor, first, is_active=True)["is_active"] is True
    assert active(editor) == [first["id"]]
    COVER_PAGE.change(editor, first, title="Renamed")
    assert active(editor) == [first["id"]]
    COVER_PAGE.change(editor, first, is_active=False)
    assert active(editor) == []


@pytest.mark.parametrize("way", ["created", "updated", "activated"])
def test_a_deactivated_page_has_its_own_version_and_audit_log_entry(
    way: str, admin: Client, editor: Client
) -> None:
    former = COVER_PAGE.create(editor, title="Former", is_active=True)
    if way == "created":
        COVER_PAGE.create(editor, is_active=True)
    else:
        new = COVER_PAGE.create(editor)
        if way == "updated":
            COVER_PAGE.change(editor, new, is_active=True)
        else:
            editor.post(f"/api/cover-pages/{new['id']}/activate")
    newest, first = versions(editor, COVER_PAGE, former)
    assert newest["action"] == "deactivated"
    assert (first["values"]["is_active"], newest["values"]["is_active"]) == (True, False)
    assert newest["userName"] == editor.get("/api/auth/me").json()["name"]
    assert entries(admin)[1]["subject"] == "cover page Former"
    assert changes(admin, action="deactivated") == {"is_active": (True, False)}


@pytest.mark.parametrize("start", ["none is active", "one is active"])
def test_exactly_one_is_active_after_twenty_concurrent_activations(
    start: str, editor: Client
) -> None:
    pages = [COVER_PAGE.create(editor) for _ in range(20)]
    if start == "one is active":
        editor.post(f"/api/cover-pages/{pages[0]['id']}/activate")
    together = Barrier(len(pages))

    def activate(page: Body) -> int:
        together.wait()
        return editor.post(f"/api/cover-pages/{page['id']}/activate").status_code

    with ThreadPoolExecutor(len(pages)) as threads:
        statuses = list(threads.map(activate, pages))
    assert statuses == [200] * len(pages)
    assert len(active(editor)) == 1


def test_a_carousel_keeps_the_order_of_its_images(editor: Client) -> None:
    images = ["/uploads/b.jpg", "https://example.org/a.jpg", "/uploads/c.jpg"]
    page = COVER_PAGE.create(editor, media_type="carousel", media_urls=images, transparency=0)
    assert (page["media_urls"], page["transparency"]) == (images, 0)
    script = COVER_PAGE.body(media_urls=["javascript:alert(1)"])
    assert editor.post("/api/cover-pages", json=script).status_code == 422
