"""The Content Editor."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from tests.browser.content_sections import SCREEN, add_section, open_create, open_edit, stored
from tests.browser.portal.steps import OpenPage, expect_to_fit
from tests.browser.portal.test_history import open_history
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit

pytestmark = pytest.mark.usefixtures("start_empty")


def editor_of(form: Locator) -> Locator:
    """Return the JSON editor of a dialog once its script has loaded."""
    expect(form.get_by_test_id("json-editor")).to_be_visible()
    return form.get_by_role("textbox", name="Content")


def json_of(form: Locator) -> Locator:
    """Choose the JSON tab of a dialog that has a form as well, and return its editor."""
    form.get_by_role("tab", name="JSON").click()
    return editor_of(form)


def test_a_new_section_changes_the_public_page(page: Page, site: Site) -> None:
    form = open_create(page)
    form.get_by_label("Name", exact=True).fill("About page")
    form.get_by_label("Identifier", exact=True).fill("page.about")
    editor_of(form).fill('{"title": "Who we have become"}')
    assert_accessible(page)
    form.get_by_role("button", name="Create Section").click()
    expect_notice(page, "Content section created")
    expect(form).to_be_hidden()
    [section] = stored(site)
    assert section["content"] == {"title": "Who we have become"}
    visit(page, "/about")
    expect(page.get_by_role("heading", name="Who we have become")).to_be_visible()


def test_a_section_needs_a_name_an_identifier_and_a_json_object(page: Page, site: Site) -> None:
    form = open_create(page)
    fields = [form.get_by_label(label, exact=True) for label in ("Name", "Identifier")]
    submit = form.get_by_role("button", name="Create Section")
    for typed, missing in ((("", "x.y"), 0), (("Hero", ""), 1)):
        for field, text in zip(fields, typed, strict=True):
            field.fill(text)
        submit.click()
        expect_notice(page, "Missing required fields", "Name and identifier are required.")
        expect(fields[missing]).to_be_focused()
        expect(fields[missing]).to_have_attribute("aria-invalid", "true")
    fields[1].fill("home.hero")
    # The last one is refused by the server alone.
    for text in ('{"a": }', "[1, 2]", '{"a": 1e999}'):
        editor_of(form).fill(text)
        fields[0].focus()
        submit.click()
        expect(editor_of(form)).to_be_focused()
        expect_notice(page, "Invalid JSON", "Please enter valid JSON content.")
    expect(fields[0]).to_have_value("Hero")
    assert stored(site) == []


BROKEN = [
    ("", "Line 1, column 1: a value is expected."),
    ('{\n  "a": 1,\n}', "Line 3, column 1: remove the comma before this."),
    ('{\n  "a" 1\n}', "Line 2, column 7: a colon is expected after the key."),
    ('{"a": 1\n "b": 2}', "Line 2, column 2: a comma is expected before this."),
    ('{"a": [1, 2}', "Line 1, column 12: a closing bracket ] is missing before this."),
    ('{"a": {"b": 1}', "Line 1, column 15: a closing brace } is missing."),
    ('{"a": "x', "Line 1, column 7: the closing quote is missing on this line."),
    ('{"a": 1} }', "Line 1, column 10: unexpected text after the end of the object."),
    ("[1]", "Line 1, column 1: a section must be an object, which begins with { and ends with }."),
]


def test_the_editor_points_at_the_first_error(page: Page) -> None:
    form = open_create(page)
    editor = editor_of(form)
    for text, place in BROKEN:
        editor.fill(text)
        expect(form.get_by_test_id("json-error")).to_have_text(place)
        expect(editor).to_have_attribute("aria-invalid", "true")
        expect(editor).to_have_accessible_description(re.compile(re.escape(place)))
    editor.fill('{\n  "a": truth\n}')
    expect(form.get_by_test_id("json-error")).to_have_text(re.compile("^Line 2, column 8: "))
    expect(form.locator(".cm-lintRange-error")).to_have_text("truth")
    expect(form.locator(".cm-gutter-lint .cm-lint-marker-error")).to_have_count(1)
    assert_accessible(page)
    editor.fill('{"a": true}')
    expect(form.get_by_test_id("json-error")).to_be_hidden()
    expect(editor).to_have_attribute("aria-invalid", "false")


def test_an_invalid_shape_warns_the_editor(page: Page, site: Site) -> None:
    add_section(site, "About page", "page.about", title="Right")
    form = open_edit(page, "About page")
    json_of(form).fill('{"title": 7}')
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Content updated")
    problem = form.get_by_test_id("saved-with-problem")
    expect(problem).to_contain_text("title: Title must be text.")
    assert_accessible(page)
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_be_hidden()
    badge = page.get_by_test_id("content-problem")
    expect(badge).to_have_text(re.compile("Not shown.*title: Title must be text"))
    page.get_by_role("button", name="Edit About page").click()
    expect(problem).to_be_visible()
    editor_of(form).fill('{"title": "Right again"}')
    form.get_by_role("button", name="Save Changes").click()
    expect(form).to_be_hidden()
    expect(badge).to_have_count(0)


def test_content_blocks_without_a_section_are_offered(page: Page, site: Site) -> None:
    add_section(site, "Hero", "home.hero")
    form = open_create(page)
    form.get_by_role("button", name="Choose a page's texts").click()
    offered = page.get_by_role("menu").get_by_role("menuitem")
    expect(offered).to_have_count(len(CONTENT_BLOCKS) - 1)
    expect(offered.filter(has_text="home.hero")).to_have_count(0)
    assert_accessible(page)
    timeline = CONTENT_BLOCKS["page.timeline"]
    offered.filter(has_text="page.timeline").click()
    expect(form).to_contain_text(f"Name: {timeline.name} \u00b7 Identifier: page.timeline.")
    form.get_by_role("button", name="Create Section").click()
    expect_notice(page, "Content section created")
    expect(form).to_be_hidden()
    created = next(each for each in stored(site) if each["identifier"] == "page.timeline")
    assert created["content"] == timeline.default_content
    assert created["problem"] is None


def test_before_several_are_deleted_the_default_texts_are_mentioned(
    admin_page: Page, site: Site
) -> None:
    for name, identifier in (("About page", "page.about"), ("Timeline page", "page.timeline")):
        add_section(site, name, identifier, title=name)
    admin_page.goto(SCREEN)
    admin_page.get_by_role("checkbox", name="Select all on this page").check()
    admin_page.get_by_role("region", name="Selection").get_by_role("button", name="Delete").click()
    question = admin_page.get_by_role("alertdialog")
    expect(question).to_contain_text("Their defaults apply again.")
    question.get_by_role("button", name="Delete").click()
    expect_notice(admin_page, "2 content sections deleted")
    expect(admin_page.get_by_text("No content sections found.")).to_be_visible()


def test_what_a_role_may_not_do_is_disabled(open_page: OpenPage, site: Site) -> None:
    add_section(site, "Hero", "home.hero")
    allowed = (
        "Edit Hero",
        "History of Hero",
        "Change texts of About page",
        "Create Content Section",
    )
    page = open_page("editor")
    page.goto(SCREEN)
    for name in allowed:
        expect(page.get_by_role("button", name=name)).to_be_enabled()
    expect(page.get_by_role("button", name="Delete Hero")).to_be_disabled()
    page = open_page("user")
    page.goto(SCREEN)
    expect(page.get_by_test_id("record")).to_have_text(re.compile("home.hero"))
    for name in ("Delete Hero", *allowed):
        expect(page.get_by_role("button", name=name)).to_be_disabled()


def test_the_editor_can_be_left_by_keyboard(page: Page, site: Site) -> None:
    url = add_section(site, "Hero", "home.hero", title="One")
    form = open_edit(page, "Hero")
    editor = json_of(form)
    expect(editor).to_have_accessible_description(re.compile("press Escape, then Tab"))
    editor.focus()
    page.keyboard.press("Tab")
    expect(editor).to_be_focused()
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    expect(form.get_by_text("Tab now leaves the editor.")).to_be_visible()
    page.keyboard.press("Tab")
    expect(form.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(editor).to_be_focused()
    editor.fill('{"title": "Too late"}')
    site.api.delete(url)
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Error updating content", "Content section not found")
    expect(editor).to_have_text('{"title": "Too late"}')
    editor.press("Escape")
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()


def test_without_scripts_the_editor_is_a_text_area(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("code_mirror")
    page.route("**/code_mirror*", lambda route: route.abort())
    add_section(site, "Hero", "home.hero", title="One")
    form = open_edit(page, "Hero")
    form.get_by_role("tab", name="JSON").click()
    area = form.get_by_label("Content", exact=True)
    expect(area).to_have_value('{\n  "title": "One"\n}')
    area.fill('{"title" "Two"}')
    expect(form.get_by_test_id("json-error")).to_have_text(re.compile("^Line 1, column 10: "))
    area.fill('{"title": "Two"}')
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Content updated")
    assert stored(site)[0]["content"] == {"title": "Two"}


def test_the_dialogs_fit_any_width(page: Page, site: Site) -> None:
    long = "a line of a longer text " * 30
    url = add_section(site, "About page", "page.about", title=7, lead=long)
    site.api.put(url, json={"content": {"title": 7, "lead": long, "x" * 80: "y" * 200}})
    form = open_edit(page, "About page")
    editor_of(form)
    expect_to_fit(page, form.get_by_role("button", name="Save Changes"))
    history = open_history(page, "About page", "content")
    expect_to_fit(page, history.get_by_test_id("version").first)
    versions = history.get_by_role("group", name="Versions")
    assert versions.evaluate("element => element.scrollWidth <= element.clientWidth")
