"""The kit of a nominee: its texts are copied and its files downloaded in a dialog."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.portal.steps import choose, expect_to_fit
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice


@pytest.mark.usefixtures("start_empty")
def test_a_text_is_copied_and_the_files_are_downloaded(page: Page, site: Site) -> None:
    publish_nominee(site, "Ada Example", year=2031, category="tech", isWinner=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/admin/nominees")
    with page.expect_download() as download:
        page.get_by_role("link", name="Kits 2031").click()
    assert download.value.suggested_filename == "kits-2031.zip"
    choose(page, "Kit of Ada Example", "Ada Example")
    kit = page.get_by_role("dialog", name="Kit")
    expect(kit).to_contain_text("I won the Women Entrepreneur Awards 2031")
    assert_accessible(page)
    kit.get_by_role("button", name="Copy: For a biography").click()
    expect_notice(page, "Copied", "For a biography")
    text = "Winner, Women Entrepreneur Awards 2031 (Technology)"
    assert page.evaluate("navigator.clipboard.readText()") == text
    with page.expect_download() as download:
        kit.get_by_role("link", name="All files as ZIP").click()
    assert download.value.suggested_filename.endswith("-ada-example-kit.zip")
    kit.get_by_role("button", name="Copy a link for her").click()
    expect_notice(page, "Kit link copied")
    made = kit.get_by_label("Kit link", exact=True)
    expect(made).to_have_value(re.compile("/preview/"))
    link = page.context.new_page()
    link.set_viewport_size({"width": 375, "height": 700})
    link.goto(made.input_value())
    expect(link.get_by_role("heading", name="Ada Example")).to_be_visible()
    link.get_by_role("button", name="Copy: For a biography").click()
    expect(link.get_by_role("button", name="Copied: For a biography")).to_have_text("Copied")
    assert link.evaluate("navigator.clipboard.readText()") == text
    expect_to_fit(link)
    assert_accessible(link)
    with link.expect_download() as download:
        link.get_by_role("link", name="All files (ZIP)").click()
    assert download.value.suggested_filename.endswith("-ada-example-kit.zip")
    kit.get_by_role("button", name="Copy a link for her").click()
    expect(kit.get_by_role("button", name="Revoke the link of")).to_have_count(2)
    expect(kit).to_contain_text("Other kit links that work: 1")
    assert_accessible(page)
    kit.get_by_role("button", name="Revoke the link of").first.click()
    expect_notice(page, "Kit link revoked", "Ada Example")
    expect(made).to_have_count(0)
    expect(kit).to_contain_text("Kit links that work: 1")
    link.reload()
    expect(link.get_by_role("heading", name="Ada Example")).to_be_visible()
