"""Texts of pages are prepared as drafts, and previewed, before visitors read them."""

from typing import Any

import pytest
from httpx import Client

from tests.api.entities import SECTION
from tests.api.prerender.previews.requests import (
    assert_unavailable,
    make_link,
    preview,
    preview_values,
)
from tests.api.test_drafts import PLANNED, draft_path, publish, save
from tests.api.test_errors import assert_problem
from tests.factories import Body

BLOCK = "/api/content-blocks?identifier=page.about"
TEXTS = {"title": PLANNED}


@pytest.fixture
def section(editor: Client) -> Body:
    """The section of the about page, with a draft."""
    made = SECTION.create(editor, identifier="page.about", content={"title": "Stored"})
    assert save(editor, SECTION, made, content=TEXTS).json()["values"] == {"content": TEXTS}
    return made


def shown_title(client: Client) -> Any:
    return client.get(BLOCK).json()[0]["texts"]["title"]


def test_visitors_read_the_stored_texts_until_the_draft_is_published(
    section: Body, editor: Client, anonymous: Client
) -> None:
    edits = f"{SECTION.path(section['id'])}/history"
    assert shown_title(anonymous) == "Stored"
    assert anonymous.get("/api/content/page.about").json()["content"] == {"title": "Stored"}
    assert editor.get(edits).json() == []
    assert publish(editor, SECTION, section).json()["content"] == TEXTS
    assert shown_title(anonymous) == PLANNED
    assert [each["newContent"] for each in editor.get(edits).json()] == [TEXTS]
    assert_problem(editor.get(draft_path(SECTION, section)), 404)


def test_the_draft_is_previewed_on_its_page(section: Body, editor: Client) -> None:
    shown = preview(editor, SECTION, section).text
    assert (PLANNED in shown, "Stored" in shown) == (True, False)
    typed = preview_values(editor, SECTION, section, {"content": {"title": "Typed"}}).text
    assert ("Typed" in typed, PLANNED in typed) == (True, False)


def test_a_link_shows_the_draft_and_then_leads_to_the_page(
    section: Body, editor: Client, anonymous: Client
) -> None:
    link = make_link(editor, SECTION, section)
    assert PLANNED in anonymous.get(link).text
    publish(editor, SECTION, section)
    followed = anonymous.get(link)
    assert (followed.status_code, followed.headers["Location"]) == (303, "/about")


def test_a_link_ends_when_its_section_is_deleted_or_no_page_shows_it(
    section: Body, admin: Client, anonymous: Client
) -> None:
    link = make_link(admin, SECTION, section)
    assert admin.delete(draft_path(SECTION, section)).status_code == 204
    SECTION.change(admin, section, identifier="elsewhere")
    assert_unavailable(anonymous.get(link))
    SECTION.delete(admin, section)
    assert_unavailable(anonymous.get(link))


@pytest.mark.parametrize(
    ("identifier", "content", "reason"),
    [
        ("page.unknown", {}, "No page shows a section with this identifier"),
        ("mail.replies", {}, "No page shows a section with this identifier"),
        ("page.about", {"title": ""}, "title: "),
    ],
)
def test_the_preview_of_texts_that_no_page_shows_says_why(
    identifier: str, content: Body, reason: str, editor: Client, anonymous: Client
) -> None:
    made = SECTION.create(editor, identifier=identifier)
    save(editor, SECTION, made, content=content)
    refused = editor.get(f"{SECTION.path(made['id'])}/preview")
    assert refused.status_code == 404
    assert reason in refused.text
    shared = anonymous.get(make_link(editor, SECTION, made))
    assert shared.status_code == 404
    assert reason not in shared.text


def test_users_who_only_read_texts_see_no_drafts(section: Body, user: Client) -> None:
    assert user.get(SECTION.path(section["id"])).json()["content"] == {"title": "Stored"}
    assert_problem(user.get(draft_path(SECTION, section)), 403)
