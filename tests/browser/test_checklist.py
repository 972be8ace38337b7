"""What is to do for records: on the dashboard, in the table and in the form."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.screens.steps import row_of
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice


def test_the_dashboard_leads_to_what_is_to_do_and_the_form_says_it(
    editor_page: Page, site: Site
) -> None:
    page = editor_page
    publish_nominee(site, "Ada Example", imageUrl=None, websiteUrl=None)
    page.goto("/admin")
    panel = page.get_by_role("region", name="To do")
    item = panel.get_by_role("listitem").filter(has_text="Ada Example")
    expect(item).to_contain_text("Portrait missing")
    assert_accessible(page)
    item.get_by_role("link", name="Ada Example").click()
    badge = row_of(page, "Ada Example").get_by_text("1 to do")
    expect(badge).to_have_attribute("title", "Portrait missing")
    form = page.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_role("region", name="To do")).to_contain_text("Portrait missing")
    assert_accessible(page)


def test_the_dashboard_shows_all_that_is_to_do_on_demand(editor_page: Page, site: Site) -> None:
    for number in range(7):
        publish_nominee(site, f"Cleo Example {number}", imageUrl=None, websiteUrl=None)
    editor_page.goto("/admin")
    panel = editor_page.get_by_role("region", name="To do")
    items = panel.get_by_role("listitem").filter(has_text="Portrait missing")
    more = panel.get_by_role("button", name=re.compile("^Show [0-9]+ more$"))
    expect(more).to_be_visible()
    expect(items.nth(6)).to_be_hidden()
    more.click()
    expect(items.nth(6)).to_be_visible()
    expect(more).to_be_hidden()


def test_who_publishes_a_record_learns_what_is_to_do_for_it(editor_page: Page, site: Site) -> None:
    page = editor_page
    publish_nominee(site, "Bea Example", imageUrl=None, websiteUrl=None, isPublished=False)
    page.goto("/admin/nominees")
    page.get_by_role("button", name="Publish Bea Example", exact=True).click()
    expect_notice(page, "Success", "Nominee published successfully")
    expect(page.get_by_test_id("notice")).to_contain_text("To do: Portrait missing.")
    page.get_by_role("button", name="Edit Bea Example").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    site_link = form.get_by_role("link", name="View on site")
    expect(site_link).to_have_attribute("href", re.compile("^/nominees/[0-9]+-bea-example$"))
    form.get_by_label("Company").fill("Another company")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Success", "Nominee updated successfully")
    expect(page.get_by_test_id("notice")).to_contain_text("To do: Portrait missing.")


def test_a_user_who_manages_nothing_has_nothing_to_do(open_page: Callable[[str], Page]) -> None:
    page = open_page("user")
    page.goto("/admin")
    expect(page.get_by_role("region", name="Recent changes")).to_be_visible()
    expect(page.get_by_role("region", name="To do")).to_have_count(0)
