"""The preview of a content section's page."""

import pytest
from httpx import Client

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from awards_site.pages.public_pages import find_page
from tests.api.entities import SECTION
from tests.api.prerender.previews.requests import preview_section
from tests.api.test_drafts import PLANNED


@pytest.mark.parametrize("is_stored", [True, False])
def test_the_texts_of_a_section_are_previewed_on_its_page_and_not_stored(
    is_stored: bool, editor: Client, anonymous: Client
) -> None:
    if is_stored:
        SECTION.create(editor, identifier="page.about", content={"title": "Stored"})
    before = editor.get("/api/content").json()
    shown = preview_section(editor, "page.about", {"title": PLANNED})
    assert shown.status_code == 200
    assert PLANNED in shown.text
    assert "Stored" not in shown.text
    assert shown.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert shown.headers["Cache-Control"] == "no-store"
    assert editor.get("/api/content").json() == before
    texts = anonymous.get("/api/content-blocks?identifier=page.about").json()
    assert [each["texts"]["title"] for each in texts] == (["Stored"] if is_stored else [])


@pytest.mark.parametrize(
    ("identifier", "content", "reason"),
    [
        ("page.about", {"title": ""}, "title: "),
        ("page.about", "{", "no valid JSON"),
        ("page.about", "[]", "no valid JSON"),
        ("page.unknown", {}, "No page shows"),
        ("mail.replies", {}, "No page shows"),
    ],
)
def test_texts_that_no_page_shows_are_refused_with_the_reason(
    identifier: str, content: object, reason: str, editor: Client
) -> None:
    response = preview_section(editor, identifier, content)
    assert response.status_code == 200
    assert "This cannot be previewed yet" in response.text
    assert reason in response.text


def test_every_public_content_block_has_a_page() -> None:
    public = [each for each in CONTENT_BLOCKS.values() if each.is_public]
    assert public
    assert [each.identifier for each in public if find_page(each.page) is None] == []
