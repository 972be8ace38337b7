"""Cover pages: at most one is active, however many are activated at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest

from tests import factories


def create(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    """Create a cover page."""
    answer = client.post("/api/cover-pages", json=factories.cover_page_body(**fields))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def active(client: httpx.Client) -> list[int]:
    """Return the ids of the active cover pages."""
    pages = client.get("/api/cover-pages/admin").json()
    return [each["id"] for each in pages if each["is_active"]]


def test_without_an_active_cover_page_the_answer_is_null(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    create(editor)
    answer = nobody.get("/api/cover-pages/active")
    assert (answer.status_code, answer.json()) == (200, None)


def test_activating_one_deactivates_the_others(editor: httpx.Client, nobody: httpx.Client) -> None:
    first, second = create(editor), create(editor)
    for page in (first, second, first, first):
        answer = editor.post(f"/api/cover-pages/{page['id']}/activate")
        assert (answer.status_code, answer.json()) == (200, page | {"is_active": True})
        assert active(editor) == [page["id"]]
        shown = nobody.get("/api/cover-pages/active").json()
    assert (page | {"is_active": True}).items() <= shown.items()


def test_a_page_created_or_changed_to_active_is_the_only_one(editor: httpx.Client) -> None:
    first = create(editor, is_active=True)
    second = create(editor, is_active=True)
    assert active(editor) == [second["id"]]
    changed = editor.patch(f"/api/cover-pages/{first['id']}", json={"is_active": True})
    assert changed.json()["is_active"] is True
    assert active(editor) == [first["id"]]
    editor.patch(f"/api/cover-pages/{first['id']}", json={"title": "Renamed"})
    assert active(editor) == [first["id"]]
    editor.patch(f"/api/cover-pages/{first['id']}", json={"is_active": False})
    assert active(editor) == []


def test_deleting_the_active_page_leaves_none(editor: httpx.Client, nobody: httpx.Client) -> None:
    page = create(editor, is_active=True)
    create(editor)
    assert editor.delete(f"/api/cover-pages/{page['id']}").status_code == 204
    assert nobody.get("/api/cover-pages/active").json() is None


@pytest.mark.parametrize("start", ["none is active", "one is active"])
def test_exactly_one_is_active_after_twenty_activations_at_once(
    start: str, editor: httpx.Client
) -> None:
    pages = [create(editor) for _ in range(20)]
    if start == "one is active":
        editor.post(f"/api/cover-pages/{pages[0]['id']}/activate")
    together = Barrier(len(pages))

    def activate(page: dict[str, Any]) -> int:
        together.wait()
        return editor.post(f"/api/cover-pages/{page['id']}/activate").status_code

    with ThreadPoolExecutor(len(pages)) as threads:
        statuses = list(threads.map(activate, pages))
    assert statuses == [200] * len(pages)
    assert len(active(editor)) == 1


def test_a_carousel_keeps_its_pictures_in_order(editor: httpx.Client) -> None:
    pictures = ["/uploads/b.jpg", "https://example.org/a.jpg", "/uploads/c.jpg"]
    page = create(editor, media_type="carousel", media_urls=pictures, transparency=0)
    assert (page["media_urls"], page["transparency"]) == (pictures, 0)
    script = factories.cover_page_body(media_urls=["javascript:alert(1)"])
    assert editor.post("/api/cover-pages", json=script).status_code == 422
