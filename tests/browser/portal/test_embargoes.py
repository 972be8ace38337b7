"""The screen of embargoes, and the schedule in the forms."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.content_sections import add_section
from tests.browser.portal.steps import choose, more_of, row_of
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, form_field, open_form

SCREEN = "/admin/embargoes"
YEAR = 2031
NAME = "2031, all categories"

pytestmark = pytest.mark.usefixtures("start_empty")


def in_hours(hours: int) -> datetime:
    return datetime.now(UTC) + timedelta(hours=hours)


def is_winner_for_visitors(site: Site, name: str) -> bool:
    shown = site.api.get(f"/api/nominees/year/{YEAR}", headers={"Cookie": ""}).json()
    [nominee] = [each for each in shown if each["name"] == name]
    return bool(nominee["isWinner"])


def test_results_are_prepared_in_private_and_revealed_by_a_button(page: Page, site: Site) -> None:
    publish_nominee(site, "Ada Example", year=YEAR)
    publish_nominee(site, "Bea Example", year=YEAR, isFinalist=True)
    gala = in_hours(40)
    add_section(site, "Edition", "edition", year=YEAR, galaAt=gala.isoformat())
    page.goto(SCREEN)
    form = open_form(page, "Add Embargo", "Add Embargo")
    expect(form.get_by_label("Edition")).to_have_value(str(YEAR))
    at = form.get_by_label("Reveal results at")
    expect(at).to_have_value(re.compile(f"^{gala:%Y-%m-%dT%H:%M}"))
    at.fill("")
    expect(form.get_by_test_id("visibility")).to_have_text("It hides 1 published result.")
    assert_accessible(page)
    form.get_by_role("button", name="Create Embargo").click()
    expect(form.get_by_text("Reveal at is required")).to_be_visible()
    at.fill(f"{in_hours(30):%Y-%m-%dT%H:%M}")
    form.get_by_role("button", name="Create Embargo").click()
    expect_notice(page, "Embargo created", NAME)
    expect(row_of(page, NAME).get_by_role("timer")).to_contain_text("in 1d ")
    page.goto("/admin/nominees")
    page.get_by_role("button", name="Edit Ada Example").click()
    form = page.get_by_role("dialog", name="Edit Nominee")
    form.get_by_role("switch", name="Winner").check()
    sentence = form.get_by_test_id("visibility")
    expect(sentence).to_have_text(
        re.compile(r"^Visitors see her without a result until .* UTC; then Winner\.$")
    )
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Success")
    assert not is_winner_for_visitors(site, "Ada Example")
    page.goto(SCREEN)
    question = page.get_by_role("alertdialog", name="Reveal the results now?")
    choose(page, f"Reveal now: {NAME}", NAME)
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    assert not is_winner_for_visitors(site, "Ada Example")
    choose(page, f"Reveal now: {NAME}", NAME)
    expect(question).to_be_visible()
    assert_accessible(page)
    question.get_by_role("button", name="Reveal now").click()
    expect_notice(page, "Results revealed", NAME)
    expect(row_of(page, NAME).get_by_role("timer")).to_have_text("Results are public")
    more_of(page, NAME).click()
    expect(page.get_by_role("menuitem", name=f"History of {NAME}")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Reveal now")).to_have_count(0)
    assert is_winner_for_visitors(site, "Ada Example")


def test_a_nominee_with_a_time_of_her_own_is_named_and_revealed_in_her_row(
    page: Page, site: Site
) -> None:
    own = {"isWinner": True, "revealAt": in_hours(50).isoformat()}
    publish_nominee(site, "Eve Example", year=YEAR, **own)
    site.create("/api/admin/embargoes", year=YEAR, revealAt=in_hours(1).isoformat())
    page.goto(SCREEN)
    active = page.get_by_test_id("record").filter(has_text="Hides 1 result")
    active.get_by_role("button", name=f"More actions for {NAME}").click()
    page.get_by_role("menuitem", name=f"Reveal now: {NAME}").click()
    question = page.get_by_role("alertdialog", name="Reveal the results now?")
    expect(question).to_contain_text("Eve Example will stay hidden")
    question.get_by_role("button", name="Reveal now").click()
    expect_notice(page, "Results revealed", NAME)
    assert not is_winner_for_visitors(site, "Eve Example")
    page.get_by_role("link", name="Show all nominees under embargo").click()
    row = row_of(page, "Eve Example")
    expect(row.get_by_role("timer")).to_contain_text("in 2d ")
    expect(page.get_by_test_id("record")).to_have_count(1)
    assert_accessible(page)
    page.get_by_role("button", name="Edit Eve Example").click()
    sentence = page.get_by_role("dialog", name="Edit Nominee").get_by_test_id("visibility")
    expect(sentence).to_contain_text("Visitors see her without a result until ")
    page.get_by_role("switch", name="Winner").uncheck()
    expect(sentence).to_have_text("Visitors see her.")
    page.keyboard.press("Escape")
    choose(page, "Reveal now: Eve Example", "Eve Example")
    expect(question).to_contain_text("the results of Eve Example at once")
    question.get_by_role("button", name="Reveal now").click()
    expect_notice(page, "Results revealed", "Eve Example")
    assert is_winner_for_visitors(site, "Eve Example")
    expect(row).to_be_hidden()
    expect(page.get_by_text("Try other filters.")).to_be_visible()


def test_what_shows_hidden_results_is_asked_first(page: Page, site: Site) -> None:
    year, name = YEAR + 3, "Zoe Example"
    zoe = publish_nominee(site, name, year=year, isWinner=True)
    site.create("/api/admin/embargoes", year=year, revealAt=in_hours(1).isoformat())

    def is_shown() -> bool:
        return bool(httpx.get(f"{site.url}/api/nominees/{zoe['id']}").json()["isWinner"])

    page.goto("/admin/nominees")
    page.get_by_role("checkbox", name=f"Select {name}").check()
    page.get_by_role("button", name="Set year").click()
    form = page.get_by_role("dialog", name="Set Year")
    form_field(form, "Year").fill(str(year + 1))
    form.get_by_role("button", name="Save Changes").click()
    question = page.get_by_role("alertdialog", name="Show hidden results now?")
    expect(question).to_contain_text(f"Visitors see the results of {name} at once.")
    assert_accessible(page)
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    expect(form_field(form, "Year")).to_have_value(str(year + 1))
    assert not is_shown()
    form.get_by_role("button", name="Save Changes").click()
    question.get_by_role("button", name="Show them now").click()
    expect_notice(page, "1 nominee updated")
    assert is_shown()
    assert site.api.patch(f"/api/nominees/{zoe['id']}", json={"year": year}).is_success
    assert not is_shown()
    page.goto(SCREEN)
    page.get_by_role("button", name=f"Delete {year}, all categories").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(question).to_contain_text(name)
    question.get_by_role("button", name="Show them now").click()
    expect_notice(page, "Embargo deleted")
    assert is_shown()


def test_a_record_is_scheduled_in_its_form(page: Page, site: Site) -> None:
    publish_nominee(site, "Grace Example", year=YEAR, isPublished=False)
    public = "/api/nominees/published"
    page.goto("/admin/nominees")
    row = row_of(page, "Grace Example")
    expect(row.get_by_text("Draft", exact=True)).to_be_visible()
    page.get_by_role("button", name="Edit Grace Example").click()
    form = page.get_by_role("dialog")
    expect(form_field(form, "Publish at")).to_be_hidden()
    form.get_by_role("switch", name="Published").check()
    form_field(form, "Publish at").fill("2099-03-01T18:00:01")
    expect(form.get_by_test_id("visibility")).to_have_text(
        "Visitors see her from Sun, Mar 1, 2099, 6:00:01 PM UTC on."
    )
    form_field(form, "Unpublish at").fill("2099-02-01T18:00")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_text("It must be unpublished after it is published")).to_be_visible()
    form_field(form, "Unpublish at").fill("2099-04-01T18:00")
    form.get_by_role("button", name="Save Changes").click()
    expect(row.get_by_text("Scheduled", exact=True)).to_be_visible()
    assert "Grace Example" not in site.api.get(public).text
    page.get_by_role("button", name="Unpublish Grace Example").click()
    expect(row.get_by_text("Draft", exact=True)).to_be_visible()
    # What the form shows is what happens: the time is sent with the switch.
    page.get_by_role("button", name="Edit Grace Example").click()
    form.get_by_role("switch", name="Published").check()
    form.get_by_role("button", name="Save Changes").click()
    expect(row.get_by_text("Scheduled", exact=True)).to_be_visible()
    assert "Grace Example" not in site.api.get(public).text
