"""The jury on screen: a juror scores on a phone, and staff enter the results of the ranking."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.api.entities import SECTION
from tests.browser.content import publish_nominee
from tests.browser.jury import begin_scoring, in_hours, invite, mailed_code
from tests.browser.looks import faults_of_looks
from tests.browser.portal.steps import expect_to_fit
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, expect_notice

pytestmark = pytest.mark.usefixtures("start_empty")

YEAR = 2031
CRITERIA = [
    {"id": each.lower(), "title": each, "hint": "One sentence.", "weight": 1}
    for each in ("Impact", "Courage")
]
NAMES = ("Ada Example", "王秀英")


@pytest.fixture
def nominees(start_empty: None, site: Site) -> list[str]:
    """Begin the scoring of two nominees, whose ids these are."""
    edition = {"year": YEAR, "galaAt": in_hours(9)}
    SECTION.create(site.api, identifier="edition", content=edition)
    begin_scoring(site, criteria=CRITERIA)
    made = [publish_nominee(site, each, year=YEAR, category="tech") for each in NAMES]
    return [str(each["id"]) for each in made]


@pytest.fixture
def juror_page(
    browser: Browser, site: Site, problems: Problems, nominees: list[str]
) -> Iterator[Page]:
    """A phone on which a juror has opened her link with the code."""
    size: ViewportSize = {"width": PHONE, "height": 800}
    context = browser.new_context(base_url=site.url, viewport=size)
    page = context.new_page()
    problems.watch(page)
    page.goto(invite(site, YEAR, "tech"))
    assert_accessible(page)
    page.get_by_role("button", name="Send the code").click()
    page.get_by_label("Code").fill(mailed_code(site))
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("0 of 2 scored")).to_be_visible()
    assert_accessible(page)
    yield page
    context.close()
    assert not problems.unexpected(), "\n".join(problems.unexpected())


def mark(page: Page, criterion: str, value: int) -> None:
    page.get_by_role("group", name=criterion).get_by_label(str(value), exact=True).check()


def test_scores_are_saved_as_she_goes_and_kept_while_she_is_offline(
    juror_page: Page, problems: Problems
) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    page, status = juror_page, juror_page.get_by_role("status")
    page.get_by_role("link", name=NAMES[0]).click()
    expect(page.get_by_role("heading", name=NAMES[0])).to_be_visible()
    assert_accessible(page)
    expect_to_fit(page)
    mark(page, "Impact", 5)
    mark(page, "Courage", 4)
    expect(status).to_have_text("Saved. 1 left.")
    page.context.set_offline(True)
    page.get_by_label("Comment for the jury").fill("Written in a tunnel")
    expect(status).to_have_text(re.compile("^Not sent yet"))
    page.context.set_offline(False)
    expect(status).to_have_text("Saved. 1 left.")
    page.get_by_label("Comment for the jury").fill("Typed, and left at once")
    page.get_by_role("heading", name=NAMES[0]).click()
    page.keyboard.press("j")
    expect(page.get_by_role("heading", name=NAMES[1])).to_be_visible()
    page.keyboard.press("k")
    comment = page.get_by_label("Comment for the jury")
    expect(comment).to_have_value("Typed, and left at once")
    page.get_by_role("button", name="Save and next").click()
    # A click does not wait for the next page, and this one has the same fields.
    expect(page.get_by_role("heading", name=NAMES[1])).to_be_visible()
    page.get_by_label("I cannot judge her").select_option("A personal tie")
    expect(status).to_have_text("Saved. Nobody is left.")
    page.get_by_role("link", name="To your nominees").click()
    expect(page.get_by_text("2 of 2 scored")).to_be_visible()
    page.get_by_role("button", name="I am done with this category").click()
    expect(page.get_by_text("You are done with it.")).to_be_visible()


def test_staff_close_scoring_and_enter_the_results_under_an_embargo(
    page: Page, juror_page: Page, site: Site, nominees: list[str]
) -> None:
    juror_page.get_by_role("link", name=NAMES[1]).click()
    mark(juror_page, "Impact", 5)
    mark(juror_page, "Courage", 5)
    juror_page.get_by_role("button", name="Save", exact=True).click()
    expect(juror_page.get_by_role("status")).to_have_text("Saved.")
    page.goto("/admin/jury")
    expect(page.get_by_text("Technology: 1 of 2")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Send links and reminders").click()
    expect_notice(page, "Links sent to 1 juror")
    page.get_by_role("button", name="Close scoring").click()
    question = page.get_by_role("alertdialog")
    question.get_by_role("button", name="Close scoring").click()
    card = page.get_by_test_id("ranked-category")
    expect(card).to_contain_text("Mean 5.00, corrected 5.00 (place 1)")
    expect(card).to_contain_text("1 score, spread 0.00: 5.00")
    assert_accessible(page)
    expect_to_fit(page)
    assert faults_of_looks(page) == {}
    page.get_by_label(f"Result of {NAMES[1]}").select_option("Winner")
    page.get_by_role("button", name="Create an embargo until the gala").click()
    expect_notice(page, "Embargo created")
    expect(page.get_by_label(f"Result of {NAMES[1]}")).to_have_value("winner")
    page.get_by_role("button", name="Enter results").click()
    question.get_by_role("button", name="Enter results").click()
    expect_notice(page, "Results entered")
    assert site.api.get(f"/api/nominees/{nominees[1]}").json()["isWinner"] is True
    assert "winner-badge" not in site.read_rendered(f"/nominees/{nominees[1]}")
    elsewhere = {"category": "tech", "results": {nominees[1]: "finalist"}}
    assert site.api.post("/api/admin/jury/results", json=elsewhere).is_success
    page.get_by_label(f"Result of {NAMES[0]}").select_option("Finalist")
    page.get_by_role("button", name="Enter results").click()
    question.get_by_role("button", name="Enter results").click()
    expect_notice(page, "No results were entered")
    for name in NAMES:
        expect(page.get_by_label(f"Result of {name}")).to_have_value("finalist")
    page.get_by_role("button", name="Reopen scoring").click()
    question.get_by_role("button", name="Reopen scoring").click()
    expect(page.get_by_role("button", name="Close scoring")).to_be_visible()
    expect(card).to_have_count(0)


def test_new_criteria_after_the_first_score_are_asked_about(
    page: Page, juror_page: Page, site: Site
) -> None:
    juror_page.get_by_role("link", name=NAMES[0]).click()
    mark(juror_page, "Impact", 3)
    expect(juror_page.get_by_role("status")).to_have_text("Saved. 2 left.")
    page.goto("/admin/content?new=jury")
    form = page.get_by_role("dialog")
    form.get_by_role("group", name="Criteria", exact=True).get_by_text("Impact").first.click()
    form.get_by_label("Weight").first.fill("7")
    form.get_by_role("button", name="Save Changes").click()
    question = page.get_by_role("alertdialog", name="Change the criteria?")
    expect(question).to_contain_text("Scores given so far: 1.")
    assert_accessible(page)
    question.get_by_role("button", name="Change them").click()
    expect(form).to_be_hidden()
    [jury] = [each for each in SECTION.records(site.api) if each["identifier"] == "jury"]
    assert jury["content"]["criteria"][0]["weight"] == 7
