"""Content sections: identifiers, edits, and a history that forms one chain."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import pytest
from httpx import Client

from awards_site.core.presentation.content_blocks import (
    CONTENT_BLOCKS,
    BlockSchema,
    ContentBlock,
    Line,
)
from awards_site.features.content.api import MAX_BLOCKS
from tests.api.client import body_of
from tests.api.entities import SECTION
from tests.factories import Body


def history(client: Client, section: Body) -> list[Body]:
    """Return a section's edits, newest first."""
    return body_of(client.get(f"{SECTION.path(section['id'])}/history"))


def test_anyone_can_read_a_section_by_its_identifier(editor: Client, anonymous: Client) -> None:
    section = SECTION.create(editor, identifier="home-hero")
    public = {"id", "name", "identifier", "content", "createdAt", "updatedAt"}
    assert set(section) == public | {"problem", "path"}
    assert (section.pop("problem"), section.pop("path")) == (None, "")
    assert anonymous.get("/api/content/home-hero").json() == section
    assert anonymous.get("/api/content/home").status_code == 404
    section = SECTION.create(editor, identifier="home/hero text")
    assert anonymous.get("/api/content/home%2Fhero%20text").json()["id"] == section["id"]


def test_an_identifier_in_use_is_a_conflict(editor: Client) -> None:
    SECTION.create(editor, identifier="taken")
    other = SECTION.create(editor, identifier="other")
    body = SECTION.body(identifier="taken")
    assert editor.post(SECTION.created, json=body).status_code == 409
    assert editor.put(SECTION.path(other["id"]), json={"identifier": "taken"}).status_code == 409
    assert history(editor, other) == []


def test_a_section_that_pages_read_keeps_its_identifier(editor: Client) -> None:
    SECTION.change(editor, SECTION.create(editor, identifier="first"), identifier="second")
    for identifier in CONTENT_BLOCKS:
        section = SECTION.create(editor, identifier=identifier, content={})
        path = SECTION.path(section["id"])
        for url in (path, f"{path}/draft"):
            response = editor.put(url, json={"identifier": "other", "name": "New"})
            assert (response.status_code, "by its identifier" in response.text) == (409, True)
        assert SECTION.change(editor, section, identifier=identifier)["name"] == section["name"]


def test_each_edit_is_recorded_newest_first(admin: Client, editor: Client) -> None:
    texts: list[Body] = [{"text": text} for text in ("first", "second", "third")]
    section = SECTION.create(admin, content=texts[0])
    assert history(admin, section) == []
    second = SECTION.change(admin, section, content=texts[1])
    assert second["content"] == texts[1]
    assert second["updatedAt"] > section["updatedAt"]
    SECTION.change(editor, section, content=texts[2])
    edits = history(editor, section)
    keys = {"id", "createdAt", "userId", "userName", "previousContent", "newContent"}
    assert [set(each) for each in edits] == [keys] * 2
    callers = [client.get("/api/auth/me").json() for client in (editor, admin)]
    assert [
        (each["userId"], each["userName"], each["previousContent"], each["newContent"])
        for each in edits
    ] == [
        (caller["id"], caller["name"], texts[place], texts[place + 1])
        for caller, place in zip(callers, (1, 0), strict=True)
    ]


def test_saving_the_same_content_is_an_edit_and_renaming_is_none(editor: Client) -> None:
    section = SECTION.create(editor, content={"shown": 1})
    SECTION.change(editor, section, name="Another name")
    assert history(editor, section) == []
    for shown in (1, True):
        SECTION.change(editor, section, content={"shown": shown})
    edits = history(editor, section)
    contents = [(each["previousContent"], each["newContent"]) for each in edits]
    assert str(contents) == str([({"shown": 1}, {"shown": True}), ({"shown": 1}, {"shown": 1})])


def test_parallel_edits_form_one_chain(editor: Client) -> None:
    section = SECTION.create(editor, content={"edit": "start"})
    url = SECTION.path(section["id"])
    together = Barrier(20)

    def edit(number: int) -> int:
        together.wait()
        return editor.put(url, json={"content": {"edit": number}}).status_code

    with ThreadPoolExecutor(20) as threads:
        assert list(threads.map(edit, range(20))) == [200] * 20
    oldest_first = history(editor, section)[::-1]
    assert len(oldest_first) == 20
    assert oldest_first[0]["previousContent"] == {"edit": "start"}
    for before, after in pairwise(oldest_first):
        assert after["previousContent"] == before["newContent"]
    (final,) = SECTION.records(editor)
    assert final["content"] == oldest_first[-1]["newContent"]


def test_the_history_is_deleted_with_its_section_not_its_editor(
    admin: Client, editor: Client
) -> None:
    section = SECTION.create(admin)
    SECTION.change(editor, section, content={"text": "edited"})
    editor_id = editor.get("/api/auth/me").json()["id"]
    assert admin.delete(f"/api/users/{editor_id}").status_code == 204
    (edit,) = history(admin, section)
    assert (edit["userId"], edit["userName"]) == (None, None)
    SECTION.delete(admin, section)
    assert admin.get(f"/api/admin/content/{section['id']}/history").status_code == 404
    assert SECTION.records(admin) == []


def test_sections_are_listed_by_name(editor: Client, user: Client) -> None:
    for name in ("beta", "Alpha", "gamma"):
        SECTION.create(editor, name=name)
    names = [each["name"] for each in SECTION.records(user)]
    assert names == ["Alpha", "beta", "gamma"]


class Motto(BlockSchema):
    """A content block for this module."""

    title: Line


@pytest.fixture
def motto() -> Iterator[ContentBlock[Motto]]:
    yield ContentBlock("page.motto", "Motto", Motto(title="Onward"))
    del CONTENT_BLOCKS["page.motto"]


def test_an_invalid_shape_is_saved_with_a_warning(
    editor: Client, anonymous: Client, motto: ContentBlock[Motto]
) -> None:
    section = SECTION.create(editor, identifier=motto.identifier, content={"titel": "Upward"})
    assert section["problem"] == "titel: Unknown key."
    assert SECTION.records(editor) == [section]
    assert "problem" not in anonymous.get(f"/api/content/{motto.identifier}").json()
    wrong = SECTION.change(editor, section, content={"title": 5})
    assert wrong["problem"] == "title: Title must be text."
    assert SECTION.change(editor, section, content={"title": "Up"})["problem"] is None


def test_anyone_can_read_all_blocks_of_a_page_at_once(
    editor: Client, anonymous: Client, motto: ContentBlock[Motto]
) -> None:
    url = "/api/content-blocks"
    params = {"identifier": ["page.none", motto.identifier, "notes"]}
    assert anonymous.get(url, params=params).json() == []
    SECTION.create(editor, identifier="notes", content={"any": 1})
    section = SECTION.create(editor, identifier=motto.identifier, content={"title": "Upward"})
    assert anonymous.get(url, params=params).json() == [
        {"identifier": motto.identifier, "texts": {"title": "Upward"}, "images": {}}
    ]
    SECTION.change(editor, section, content={"titel": "Upward"})
    assert anonymous.get(url, params=params).json() == []
    assert anonymous.get(url).status_code == 422
    too_many = {"identifier": ["first"] * (MAX_BLOCKS + 1)}
    assert anonymous.get(url, params=too_many).status_code == 422


def test_staff_list_all_content_blocks_with_their_sections(admin: Client, user: Client) -> None:
    section = SECTION.create(admin, identifier="page.about")
    SECTION.create(admin, identifier="page.unknown")
    blocks = user.get("/api/admin/content-blocks").json()
    assert [(each["identifier"], each["name"]) for each in blocks] == sorted(
        ((block.identifier, block.name) for block in CONTENT_BLOCKS.values()),
        key=lambda each: each[1],
    )
    found = {each["identifier"]: each["sectionId"] for each in blocks if each["sectionId"]}
    paths = {each["identifier"]: each["path"] for each in blocks}
    assert (paths["home.hero"], paths["home.about"]) == ("/", "/#about")
    assert (paths["page.about"], paths["mail.replies"]) == ("/about", "")
    assert found == {"page.about": section["id"]}
    admin.delete(SECTION.path(section["id"]))
    blocks = user.get("/api/admin/content-blocks").json()
    assert all(each["sectionId"] is None for each in blocks)


def test_a_section_has_the_path_of_its_texts_only_while_its_page_shows_them(admin: Client) -> None:
    bodies = {"home.about": {"title": "Onward"}, "page.about": {"no": "key"}, "page.unknown": {}}
    for identifier, content in bodies.items():
        SECTION.create(admin, identifier=identifier, content=content)
    paths = {each["identifier"]: each["path"] for each in SECTION.records(admin)}
    assert paths == {"home.about": "/#about", "page.about": "", "page.unknown": ""}
