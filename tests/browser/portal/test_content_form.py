"""The form of the Content Editor."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from tests.browser.content_sections import SCREEN, add_section, open_default, open_edit, stored
from tests.browser.files import image_file
from tests.browser.portal.steps import expect_to_fit
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit, wait_until

pytestmark = pytest.mark.usefixtures("start_empty")


def json_of(form: Locator) -> Locator:
    form.get_by_role("tab", name="JSON").click()
    expect(form.get_by_test_id("json-editor")).to_be_visible()
    return form.get_by_role("textbox", name="Content")


def expect_changed(form: Locator, text: str) -> None:
    expect(form.get_by_test_id("changed-fields")).to_have_text(text)


def test_every_content_block_without_a_section_is_listed(page: Page, site: Site) -> None:
    add_section(site, "Hero", "home.hero")
    page.goto(SCREEN)
    rows = page.get_by_test_id("default-texts")
    expect(rows).to_have_count(len(CONTENT_BLOCKS) - 1)
    expect(rows.filter(has_text="home.hero")).to_have_count(0)
    about = rows.filter(has_text="page.about")
    expect(about).to_contain_text("About page")
    expect(about).to_contain_text("Default")
    link = about.get_by_role("link", name="View About page on the site")
    expect(link).to_have_attribute("href", "/about")
    expect_to_fit(page, about)
    page.get_by_role("searchbox").fill("timeline")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("page.timeline")


def test_texts_are_changed_without_json(page: Page, site: Site) -> None:
    form = open_default(page, "About page")
    expect(form.get_by_role("tab", name="Form")).to_have_attribute("aria-selected", "true")
    expect_changed(form, "All fields have their defaults.")
    form.get_by_label("Title", exact=True).first.fill("Who we have become")
    mission = form.get_by_role("group", name="Mission")
    mission.get_by_label("Statement").fill("To be seen.\nAll of us.")
    expect_changed(form, "2 of 12 fields changed.")
    form.get_by_role("button", name="Create Section").click()
    expect_notice(page, "Content section created")
    expect(form).to_be_hidden()
    default = CONTENT_BLOCKS["page.about"].default_content
    [section] = stored(site)
    assert section["name"] == "About page"
    assert section["content"] == {
        "title": "Who we have become",
        "mission": {**default["mission"], "statement": "To be seen.\nAll of us."},
    }
    expect(page.get_by_role("button", name="Change texts of About page")).to_have_count(0)
    visit(page, "/about")
    expect(page.get_by_role("heading", name="Who we have become")).to_be_visible()


def test_lists_are_changed_by_keyboard(page: Page, site: Site) -> None:
    add_section(site, "Edition", "edition")
    form = open_edit(page, "Edition")
    press = page.keyboard.press
    milestones = form.get_by_role("group", name="Milestones", exact=True)
    items = milestones.get_by_role("listitem")
    expect(items).to_have_count(5)
    down = milestones.get_by_role("button", name="Move down milestone 1")
    down.focus()
    press("Enter")
    expect(items.nth(1)).to_contain_text("Nominations open")
    expect(milestones.get_by_role("button", name="Move down milestone 2")).to_be_focused()
    expect(form.get_by_role("status").filter(has_text="Moved")).to_have_text(
        "Moved milestone 1 to place 2 of 5"
    )
    for place in (3, 4):
        press("Enter")
        expect(
            milestones.get_by_role("button", name=f"Move down milestone {place}")
        ).to_be_focused()
    press("Enter")
    # The last one cannot move down.
    expect(milestones.get_by_role("button", name="Move up milestone 5")).to_be_focused()
    expect(items.nth(4)).to_contain_text("Nominations open")
    milestones.get_by_role("button", name="Remove milestone 1").focus()
    press("Enter")
    expect(items).to_have_count(4)
    expect(milestones.get_by_role("button", name="Remove milestone 1")).to_be_focused()
    milestones.get_by_role("button", name="Add milestone").focus()
    press("Enter")
    added = milestones.get_by_role("group", name="Milestone 5")
    expect(added.get_by_label("Id")).to_be_focused()
    for text in ("party", "The party", "October 1, 2025", "We dance."):
        page.keyboard.type(text)
        press("Tab")
    press("Tab")
    page.keyboard.type("Everywhere")
    added.get_by_label("Status").select_option("Current")
    assert_accessible(page)
    form.get_by_role("button", name="Save", exact=True).click()
    expect_notice(page, "Content updated")
    default = CONTENT_BLOCKS["edition"].default_content["milestones"]
    [section] = stored(site)
    assert section["content"] == {
        "milestones": [
            *default[2:],
            default[0],
            {
                "id": "party",
                "title": "The party",
                "date": "October 1, 2025",
                "description": "We dance.",
                "status": "current",
                "location": "Everywhere",
            },
        ]
    }
    visit(page, "/timeline")
    expect(page.get_by_text("The party")).to_be_visible()


def test_keys_that_follow_each_other_at_once_move_the_same_item(page: Page, site: Site) -> None:
    add_section(site, "Edition", "edition")
    form = open_edit(page, "Edition")
    milestones = form.get_by_role("group", name="Milestones", exact=True)
    milestones.get_by_role("button", name="Move down milestone 1").focus()
    # A busy browser handles keys first, and timers late.
    page.evaluate("window.setTimeout = () => 0")
    for _ in range(4):
        page.keyboard.press("Enter")
    expect(milestones.get_by_role("button", name="Move up milestone 5")).to_be_focused()
    expect(milestones.get_by_role("listitem").nth(4)).to_contain_text("Nominations open")


def test_a_field_and_the_section_are_reset_to_their_defaults(page: Page, site: Site) -> None:
    coming = {**CONTENT_BLOCKS["home.editions"].default_content["coming"], "year": 2031}
    add_section(
        site, "Editions", "home.editions", title="Old", lead="Older", past=[], coming=coming
    )
    form = open_edit(page, "Editions")
    expect_changed(form, "4 of 4 fields changed.")
    expect(form.get_by_text("Changed", exact=True)).to_have_count(4)
    title = form.get_by_label("Title", exact=True).first
    form.get_by_role("button", name="Reset Title").click()
    default = CONTENT_BLOCKS["home.editions"].default_content
    expect(title).to_have_value(default["title"])
    expect(title).to_be_focused()
    form.get_by_role("button", name="Reset Past").click()
    expect(
        form.get_by_role("group", name="Past", exact=True).get_by_role("listitem")
    ).to_have_count(len(default["past"]))
    year = form.get_by_role("group", name="Coming", exact=True).get_by_label("Year")
    form.get_by_role("button", name="Reset Year").click()
    expect(year).to_have_value(str(default["coming"]["year"]))
    expect_changed(form, "1 of 4 fields changed.")
    expect(json_of(form)).to_have_text(re.compile(r'^\{\s*"lead": "Older"\s*\}$'))
    form.get_by_role("tab", name="Form").click()
    form.get_by_role("button", name="Reset all to default").click()
    expect_changed(form, "All fields have their defaults.")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Content updated")
    assert stored(site)[0]["content"] == {}


def test_both_tabs_show_the_same_edits(page: Page, site: Site) -> None:
    add_section(site, "Hero", "home.hero", title="One")
    form = open_edit(page, "Hero")
    title = form.get_by_label("Title", exact=True)
    title.fill("Two")
    expect(json_of(form)).to_have_text(re.compile('"title": "Two"'))
    assert_accessible(page)
    editor = form.get_by_role("textbox", name="Content")
    form_tab = form.get_by_role("tab", name="Form")
    editor.fill('{"title": "Three"')
    form_tab.click()
    expect_notice(page, "Invalid JSON", "Please enter valid JSON content.")
    expect(editor).to_have_text('{"title": "Three"')
    editor.fill('{"titel": "Three"}')
    form_tab.click()
    expect_notice(page, "The form cannot show this JSON", "titel is not a key of this section.")
    editor.fill('{"title": "Three"}')
    form_tab.focus()
    page.keyboard.press("Enter")
    expect(title).to_have_value("Three")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Content updated")
    assert stored(site)[0]["content"] == {"title": "Three"}


def test_invalid_fields_are_marked_and_not_saved(page: Page, site: Site) -> None:
    add_section(site, "Edition", "edition")
    form = open_edit(page, "Edition")
    year = form.get_by_label("Year", exact=True)
    year.fill("")
    milestones = form.get_by_role("group", name="Milestones", exact=True)
    milestones.get_by_role("button", name="Milestone 2").first.click()
    date = milestones.get_by_role("group", name="Milestone 2").get_by_label("Date")
    date.fill("x" * 301)
    milestones.get_by_role("button", name="Milestone 2:").click()
    expect(date).to_be_hidden()
    form.get_by_role("button", name="Save", exact=True).click()
    expect_notice(page, "Some fields are invalid", "Correct the marked fields and save again.")
    expect(year).to_be_focused()
    expect(year).to_have_accessible_description(re.compile("Year is required."))
    expect(date).to_have_accessible_description(re.compile("Date must be at most 300 characters."))
    expect(form.get_by_role("alert").filter(has_text=".")).to_have_count(2)
    assert_accessible(page)
    assert stored(site)[0]["content"] == {}
    date.fill("June 1")
    expect(date).to_have_attribute("aria-invalid", "false")
    expect(year).to_have_attribute("aria-invalid", "true")


def test_numbers_times_and_switches_have_their_types(page: Page, site: Site) -> None:
    open_default(page, "Edition")
    form = page.get_by_role("dialog", name="Edition")
    target = form.get_by_label("Gala begins")
    expect(target).to_have_accessible_description(re.compile("In the time zone "))
    target.fill("2031-07-01T19:30")
    form.get_by_role("button", name="Save", exact=True).click()
    expect(form).to_be_hidden()
    [section] = stored(site)
    assert re.fullmatch(r"2031-07-01T19:30:00[+-]\d\d:\d\d", section["content"]["galaAt"])
    assert section["problem"] is None
    form = open_default(page, "Partners page")
    packages = form.get_by_role("group", name="Packages", exact=True)
    packages.get_by_role("button", name="Package 2: Gold").click()
    gold = packages.get_by_role("group", name="Package 2")
    gold.get_by_label("Featured").check()
    expect_to_fit(page, form.get_by_role("button", name="Create Section"))
    benefits = gold.get_by_role("group", name="Benefits")
    benefits.get_by_role("button", name="Remove item 1").click()
    benefits.get_by_label("Item 1", exact=True).fill("Two tables")
    form.get_by_role("button", name="Create Section").click()
    expect(form).to_be_hidden()
    section = next(each for each in stored(site) if each["identifier"] == "page.partners")
    assert section["problem"] is None
    [_, gold_package, *_] = section["content"]["packages"]
    assert gold_package["featured"] is True
    assert gold_package["benefits"][0] == "Two tables"


def test_links_and_images_are_chosen(page: Page, site: Site) -> None:
    form = open_default(page, "About page")
    involved = form.get_by_role("group", name="Involved", exact=True)
    involved.get_by_role("button", name=re.compile("^Involvement 1")).click()
    link = involved.get_by_label("Link")
    pages = link.evaluate("input => [...input.list.options].map((each) => each.value)")
    assert {"/", "/nominees", "/timeline", "/blog"} <= set(pages)
    link.fill("/timeline")
    team = form.get_by_role("group", name="Team", exact=True)
    team.get_by_role("button", name=re.compile("^Team member 1")).click()
    member = team.get_by_role("group", name="Team member 1")
    member.locator("input[type=file]").set_input_files(image_file())
    image = member.get_by_label("Image (optional)")
    expect(image).to_have_value(re.compile("^/uploads/"))
    uploaded = image.input_value()
    team.get_by_role("button", name=re.compile("^Team member 2")).click()
    second = team.get_by_role("group", name="Team member 2")
    second.get_by_role("button", name="Remove", exact=True).click()
    form.get_by_role("button", name="Create Section").click()
    expect_notice(page, "Content section created")
    [section] = stored(site)
    assert section["problem"] is None
    content = section["content"]
    assert content["involved"][0]["href"] == "/timeline"
    assert [content["team"][index]["image"] for index in (0, 1)] == [uploaded, None]


def test_an_upload_changes_only_its_field_of_the_latest_texts(page: Page, site: Site) -> None:
    form = open_default(page, "About page")
    waiting: list[Route] = []
    page.route("**/api/upload/image", lambda route: waiting.append(route))
    team = form.get_by_role("group", name="Team", exact=True)
    names = [each["name"] for each in CONTENT_BLOCKS["page.about"].default_content["team"]]
    for number in (1, 2):
        team.get_by_role("button", name=f"Team member {number}:").click()
    first, second = (team.get_by_role("group", name=f"Team member {each}") for each in (1, 2))
    first.locator("input[type=file]").set_input_files(image_file())
    wait_until(page, lambda: len(waiting) == 1)
    second.locator("input[type=file]").set_input_files(image_file())
    wait_until(page, lambda: len(waiting) == 2)
    first.get_by_label("Name").fill("Typed meanwhile")
    form.get_by_label("Title", exact=True).first.fill("Also typed meanwhile")
    team.get_by_role("button", name="Move down team member 1").click()
    team.get_by_role("button", name="Team member 2: Typed").click()
    expect(second).to_be_hidden()
    team.get_by_role("button", name="Remove team member 1").click()
    expect_notice(page, "Upload stopped", "Its field was closed before the upload was complete.")
    waiting[0].continue_()
    team.get_by_role("button", name="Team member 1: Typed").click()
    expect(first.get_by_label("Image (optional)")).to_have_value(re.compile("^/uploads/"))
    uploaded = first.get_by_label("Image (optional)").input_value()
    form.get_by_role("button", name="Create Section").click()
    expect_notice(page, "Content section created")
    [section] = stored(site)
    assert section["problem"] is None
    content = section["content"]
    assert content["title"] == "Also typed meanwhile"
    assert [each["name"] for each in content["team"]] == ["Typed meanwhile", *names[2:]]
    images = [each["image"] for each in content["team"]]
    assert images.count(uploaded) == 1
    assert images[0] == uploaded


def test_a_section_keeps_its_name_and_identifier(page: Page, site: Site) -> None:
    sections = {"Hero": "home.hero", "Edition": "edition", "Replies": "mail.replies", "Motto": "m"}
    for name, identifier in sections.items():
        add_section(site, name, identifier)
        form = open_edit(page, name)
        expect(form).to_contain_text(f"Name: {name} \u00b7 Identifier: {identifier}")
        for label in ("Name", "Identifier"):
            expect(form.get_by_label(label, exact=True).first).to_be_hidden()
    form = open_default(page, "About page")
    expect(form).to_contain_text("Name: About page \u00b7 Identifier: page.about.")
    expect(form.get_by_label("Identifier")).to_be_hidden()


def test_a_choice_without_a_value_has_none_chosen(page: Page, site: Site) -> None:
    add_section(site, "Edition", "edition", milestones=[{"id": "open", "title": "We open"}])
    add_section(site, "Motto", "motto", title="Onward")
    form = open_edit(page, "Motto")
    # Without a content block, there is only JSON.
    expect(form.get_by_test_id("json-editor")).to_be_visible()
    expect(form.get_by_role("tab")).to_have_count(0)
    form = open_edit(page, "Edition")
    form.get_by_role("tab", name="Form").click()
    form.get_by_role("button", name="Milestone 1: We open").click()
    status = form.get_by_label("Status")
    expect(status.locator("option:checked")).to_have_text("Choose...")
    status.select_option("Current")
    expect(status.get_by_role("option", name="Choose...")).to_have_count(0)
    editor = json_of(form)
    expect(editor).to_contain_text('"status": "current"')
    editor.fill('{"milestones": [null]}')
    form.get_by_role("tab", name="Form").click()
    expect_notice(page, "The form cannot show this JSON", "milestones.0 must not be null.")


def test_input_of_the_form_is_not_lost(page: Page, site: Site) -> None:
    url = add_section(site, "Hero", "home.hero", title="One")
    form = open_edit(page, "Hero")
    title = form.get_by_label("Title", exact=True)
    title.fill("Mine")
    title.press("Escape")
    expect(form).to_be_hidden()
    page.get_by_role("button", name="Restore").click()
    expect(title).to_have_value("Mine")
    site.api.put(url, json={"content": {"title": "Theirs"}})
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_text("Theirs").first).to_be_visible()
    expect(title).to_have_value("Mine")
    assert_accessible(page)
    form.get_by_role("button", name="Use theirs").click()
    expect(title).to_have_value("Theirs")
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_be_hidden()
    expect(page.get_by_role("button", name="Restore")).to_have_count(0)
