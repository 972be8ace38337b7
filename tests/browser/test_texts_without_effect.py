"""No text of a form is without effect silently: it is on its page, or the form says when it is."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, ContentBlock
from awards_site.features.content.admin_editor import BlockField, block_form
from awards_site.pages import content_blocks
from tests.browser.content import activate_cover, empty
from tests.browser.content_sections import API, SCREEN, add_section, open_default, open_edit
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit_and_load

assert content_blocks.__all__, "the registry is filled by importing the texts of every page"

HERO = "home.hero"
_TEXT_OF_PAGE = """() => {
    const body = document.body.cloneNode(true);
    body.querySelectorAll("script, style").forEach((each) => each.remove());
    return body.textContent;
}"""


@pytest.fixture(autouse=True)
def start_empty(site: Site) -> None:
    empty(site, "/api/content", API)
    empty(site, "/api/cover-pages/admin", "/api/cover-pages")


class Marked:
    """Default texts, and the fields by the marks that are added to those without help."""

    def __init__(self, block: ContentBlock[Any]) -> None:
        self.fields: dict[str, BlockField] = {}
        self._numbers = itertools.count(1)
        self.content = self._group(block_form(block).fields, block.default_content)

    def _group(self, fields: tuple[BlockField, ...], values: Any) -> dict[str, Any]:
        return {each.key: self._value(each, values.get(each.key)) for each in fields}

    def _value(self, field: BlockField, value: Any) -> Any:
        match field.kind:
            case "line" | "text" if not field.help:
                mark = f"mark{next(self._numbers)}x"
                self.fields[mark] = field
                return f"{value} {mark}"
            case "group":
                return self._group(field.fields, value)
            case "list":
                assert field.item is not None
                return [self._value(field.item, each) for each in value]
        return value


def blocks() -> Iterator[ContentBlock[Any]]:
    return (each for each in CONTENT_BLOCKS.values() if each.page)


@pytest.mark.parametrize("block", list(blocks()), ids=lambda each: each.identifier)
def test_each_text_of_a_section_is_on_its_page_or_says_when(
    block: ContentBlock[Any], page: Page, site: Site
) -> None:
    marked = Marked(block)
    add_section(site, block.name, block.identifier, **marked.content)
    visit_and_load(page, block.page)
    text = page.evaluate(_TEXT_OF_PAGE)
    assert [each.label for mark, each in marked.fields.items() if mark not in text] == []


def note_of(form: Locator) -> Locator:
    return form.get_by_role("note", name="Texts that are not shown")


def test_the_form_says_which_cover_page_is_shown_instead_of_its_texts(
    editor_page: Page, site: Site
) -> None:
    form = open_default(editor_page, CONTENT_BLOCKS[HERO].name)
    expect(form.get_by_text("Shown while no cover page is active.")).to_be_visible()
    expect(note_of(form)).to_have_count(0)
    made = activate_cover(
        site, "Gala night", description="An evening of honours", image_url="/hero.svg"
    )
    add_section(site, "Hero", HERO, title="Hidden")
    form = open_edit(editor_page, "Hero")
    expect(note_of(form)).to_contain_text(
        "Title and Description: visitors see those of the cover page 'Gala night' instead"
    )
    assert_accessible(editor_page)
    link = form.get_by_role("link", name="Edit the cover page")
    expect(link).to_have_attribute("href", f"/admin/cover-pages?edit={made['id']}")
    editor_page.goto(SCREEN)
    site.api.patch(f"/api/cover-pages/{made['id']}", json={"description": ""}).raise_for_status()
    form = open_edit(editor_page, "Hero")
    expect(note_of(form)).to_contain_text("Title: visitors see those of the cover page")
    site.api.delete(f"/api/cover-pages/{made['id']}").raise_for_status()
    form = open_edit(editor_page, "Hero")
    expect(form.get_by_text("Shown while no cover page is active.")).to_be_visible()
    expect(note_of(form)).to_have_count(0)
