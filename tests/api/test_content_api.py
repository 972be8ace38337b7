"""Content sections: identifiers, edits, and a history that forms one chain."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier
from typing import Any

import httpx
import pytest

from awards_site.content.api import MAX_BLOCKS
from awards_site.core.content_blocks import CONTENT_BLOCKS, BlockSchema, ContentBlock, Line
from tests import factories


def create(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    """Create a content section."""
    answer = client.post("/api/admin/content", json=factories.content_body(**fields))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def history(client: httpx.Client, section: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a section's edits, newest first."""
    answer = client.get(f"/api/admin/content/{section['id']}/history")
    assert answer.status_code == 200
    edits: list[dict[str, Any]] = answer.json()
    return edits


def test_a_section_is_read_by_its_identifier_by_anyone(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    section = create(editor, identifier="home-hero")
    public = {"id", "name", "identifier", "content", "createdAt", "updatedAt"}
    assert set(section) == public | {"problem"}
    section.pop("problem")
    assert nobody.get("/api/content/home-hero").json() == section
    assert nobody.get("/api/content/home").status_code == 404


def test_an_identifier_may_have_a_slash(editor: httpx.Client, nobody: httpx.Client) -> None:
    section = create(editor, identifier="home/hero text")
    assert nobody.get("/api/content/home%2Fhero%20text").json()["id"] == section["id"]


def test_an_identifier_in_use_is_a_conflict(editor: httpx.Client) -> None:
    create(editor, identifier="taken")
    other = create(editor, identifier="other")
    body = factories.content_body(identifier="taken")
    assert editor.post("/api/admin/content", json=body).status_code == 409
    address = f"/api/admin/content/{other['id']}"
    assert editor.put(address, json={"identifier": "taken"}).status_code == 409
    assert history(editor, other) == []


def test_each_edit_is_recorded_newest_first(admin: httpx.Client, editor: httpx.Client) -> None:
    section = create(admin, content={"text": "first"})
    assert history(admin, section) == []
    address = f"/api/admin/content/{section['id']}"
    second = admin.put(address, json={"content": {"text": "second"}}).json()
    assert second["content"] == {"text": "second"}
    assert second["updatedAt"] > section["updatedAt"]
    editor.put(address, json={"content": {"text": "third"}})
    newest, oldest = history(editor, section)
    keys = {"id", "createdAt", "userId", "userName", "previousContent", "newContent"}
    assert set(newest) == keys
    assert (oldest["previousContent"], oldest["newContent"]) == (
        {"text": "first"},
        {"text": "second"},
    )
    assert (newest["previousContent"], newest["newContent"]) == (
        {"text": "second"},
        {"text": "third"},
    )
    callers = [client.get("/api/auth/me").json() for client in (editor, admin)]
    assert [newest["userId"], oldest["userId"]] == [each["id"] for each in callers]
    assert [newest["userName"], oldest["userName"]] == [each["name"] for each in callers]


def test_a_refused_edit_is_not_recorded(editor: httpx.Client) -> None:
    section = create(editor)
    address = f"/api/admin/content/{section['id']}"
    assert editor.put(address, json={"content": "no object"}).status_code == 422
    assert history(editor, section) == []
    assert editor.get("/api/content").json() == [section]


def test_parallel_edits_form_one_chain(editor: httpx.Client) -> None:
    section = create(editor, content={"edit": "start"})
    address = f"/api/admin/content/{section['id']}"
    together = Barrier(20)

    def edit(number: int) -> int:
        together.wait()
        return editor.put(address, json={"content": {"edit": number}}).status_code

    with ThreadPoolExecutor(20) as threads:
        assert list(threads.map(edit, range(20))) == [200] * 20
    oldest_first = history(editor, section)[::-1]
    assert len(oldest_first) == 20
    assert oldest_first[0]["previousContent"] == {"edit": "start"}
    for before, after in pairwise(oldest_first):
        assert after["previousContent"] == before["newContent"]
    (final,) = editor.get("/api/content").json()
    assert final["content"] == oldest_first[-1]["newContent"]


def test_the_history_outlives_its_editor_and_goes_with_its_section(
    admin: httpx.Client, editor: httpx.Client
) -> None:
    section = create(admin)
    editor.put(f"/api/admin/content/{section['id']}", json={"content": {"text": "edited"}})
    editor_id = editor.get("/api/auth/me").json()["id"]
    assert admin.delete(f"/api/users/{editor_id}").status_code == 204
    (edit,) = history(admin, section)
    assert (edit["userId"], edit["userName"]) == (None, None)
    assert admin.delete(f"/api/admin/content/{section['id']}").status_code == 204
    assert admin.get(f"/api/admin/content/{section['id']}/history").status_code == 404
    assert admin.get("/api/content").json() == []


def test_sections_are_listed_by_name(editor: httpx.Client, user: httpx.Client) -> None:
    for name in ("beta", "Alpha", "gamma"):
        create(editor, name=name)
    names = [each["name"] for each in user.get("/api/content").json()]
    assert names == ["Alpha", "beta", "gamma"]


class Motto(BlockSchema):
    """A content block of this module's own."""

    title: Line


@pytest.fixture
def motto() -> Iterator[ContentBlock[Motto]]:
    """Define a content block for one test."""
    yield ContentBlock("page.motto", "Motto", Motto(title="Onward"))
    del CONTENT_BLOCKS["page.motto"]


def test_a_wrong_shape_is_saved_and_its_editor_is_told(
    editor: httpx.Client, nobody: httpx.Client, motto: ContentBlock[Motto]
) -> None:
    section = create(editor, identifier=motto.identifier, content={"titel": "Upward"})
    assert section["problem"] == "titel: This key is not known."
    assert editor.get("/api/content").json() == [section]
    assert "problem" not in nobody.get(f"/api/content/{motto.identifier}").json()
    address = f"/api/admin/content/{section['id']}"
    wrong = editor.put(address, json={"content": {"title": 5}})
    assert (wrong.status_code, wrong.json()["problem"]) == (200, "title: Title must be text.")
    assert editor.put(address, json={"content": {"title": "Up"}}).json()["problem"] is None


def test_the_blocks_of_a_page_are_read_at_once_by_anyone(
    editor: httpx.Client, nobody: httpx.Client, motto: ContentBlock[Motto]
) -> None:
    address = "/api/content-blocks"
    asked = {"identifier": ["page.none", motto.identifier, "notes"]}
    assert nobody.get(address, params=asked).json() == []
    create(editor, identifier="notes", content={"any": 1})
    section = create(editor, identifier=motto.identifier, content={"title": "Upward"})
    assert nobody.get(address, params=asked).json() == [
        {"identifier": motto.identifier, "texts": {"title": "Upward"}, "images": {}}
    ]
    wrong = {"content": {"titel": "Upward"}}
    editor.put(f"/api/admin/content/{section['id']}", json=wrong)
    assert nobody.get(address, params=asked).json() == []
    assert nobody.get(address).status_code == 422
    too_many = {"identifier": ["first"] * (MAX_BLOCKS + 1)}
    assert nobody.get(address, params=too_many).status_code == 422


def test_sections_of_no_page_have_no_problem(editor: httpx.Client) -> None:
    assert create(editor, identifier="notes", content={"any": 1})["problem"] is None


def test_what_python_takes_for_equal_is_stored(editor: httpx.Client) -> None:
    section = create(editor, content={"shown": 1})
    address = f"/api/admin/content/{section['id']}"
    assert editor.put(address, json={"content": {"shown": True}}).json()["content"]["shown"] is True
    assert editor.get("/api/content").json()[0]["content"]["shown"] is True
