"""End to end: visitors see what staff publish."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.site import ADMIN, Site
from tests.browser.visits import visit

NAME = "Amina Diallo"


def test_a_nominee_that_staff_publish_appears_on_the_home_page(
    page: Page, site: Site, browser: Browser
) -> None:
    visit(page, "/auth")
    page.get_by_label("Username").fill(ADMIN.username)
    page.get_by_label("Password", exact=True).fill(ADMIN.password)
    page.get_by_role("button", name="Sign in").click()
    sidebar = page.get_by_role("navigation", name="Admin")
    sidebar.get_by_role("link", name="Nominees").click()

    page.get_by_role("button", name="Add Nominee").click()
    form = page.get_by_role("dialog", name="Add Nominee")
    form.get_by_label("Name").fill(NAME)
    form.get_by_label("Title").fill("Founder")
    form.get_by_label("Company").fill("Diallo Textiles")
    form.get_by_label("Bio").fill("She turned a market stall into a house of fashion.")
    form.get_by_label("Achievements").fill("Employs two hundred women.")
    form.get_by_role("switch", name="Published").uncheck()
    form.get_by_role("button", name="Create Nominee").click()
    row = page.get_by_role("row", name=NAME)
    expect(row.get_by_text("Draft")).to_be_visible()

    visitor = browser.new_context(base_url=site.url).new_page()
    visit(visitor, "/")
    expect(visitor.get_by_text("No nominees available at the moment.")).to_be_visible()

    page.get_by_role("button", name=f"Publish {NAME}").click()
    expect(page.get_by_role("button", name=f"Unpublish {NAME}")).to_be_visible()
    visit(visitor, "/")
    expect(visitor.get_by_role("heading", name=NAME)).to_be_visible()
    visit(visitor, "/nominees")
    expect(visitor.get_by_role("heading", name=NAME)).to_be_visible()
    visitor.context.close()
