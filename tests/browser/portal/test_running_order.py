"""The running order is written, arranged by keyboard, and presented from a phone."""

from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_fits_any_width, expect_notice, form_field, open_form

SCREEN = "/admin/running-order"
API = f"/api{SCREEN}"


def test_an_evening_is_put_in_order_and_presented(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED")
    for each in site.api.get(API).json():
        site.api.delete(f"{API}/{each['id']}")
    year = site.create(API, title="Welcome", durationMinutes=10)["year"]
    publish_nominee(site, "Ada Example", year=year, category="tech", isWinner=True)
    page.goto(SCREEN)
    form = open_form(page, "Add Item", "Add Item")
    form_field(form, "Item").fill("Award for Technology")
    form_field(form, "Award").select_option("Technology")
    form.get_by_role("button", name="Create Item").click()
    expect_notice(page, "Item created", "Award for Technology")
    records = page.get_by_test_id("record")
    expect(records).to_contain_text(["0:00Welcome", "0:10Award for Technology"])
    page.get_by_role("button", name="Arrange", exact=True).click()
    page.get_by_role("button", name="Move Award for Technology up").press("Enter")
    page.get_by_role("button", name="Save Order").press("Enter")
    expect_notice(page, "Order saved")
    expect(records).to_contain_text(["0:00Award for Technology", "0:05Welcome"])
    form = open_form(page, "Edit Award for Technology", "Edit Item")
    form_field(form, "Duration").fill("75")
    form.get_by_role("button", name="Save Changes").click()
    expect(records).to_contain_text(["0:00Award for Technology", "1:15Welcome"])

    page.set_viewport_size({"width": PHONE, "height": 700})
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{SCREEN}/speaker")
    title = page.get_by_role("heading", level=2)
    expect(title).to_have_text("Award for Technology")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Welcome")
    page.get_by_role("button", name="Previous").click()
    expect(title).to_have_text("Award for Technology")
    expect(page.get_by_text("Ada Example")).to_have_count(0)
    assert not [url for url in requested if "winners" in url or "nominees" in url]
    page.get_by_role("button", name="Reveal to me").click()
    expect(page.get_by_text("Ada Example")).to_be_visible()
    assert_fits_any_width(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Next").click()
    expect(title).to_have_text("Welcome")
    expect(page.get_by_text("What is shown may be out of date")).to_be_visible()
    page.get_by_role("button", name="All").click()
    expect(title).to_have_text(["Award for Technology", "Welcome"])
    expect(page.get_by_text("Ada Example")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("What is shown may be out of date")).to_have_count(0)
    assert_fits_any_width(page)
    page.reload()
    expect(title).to_have_text(["Award for Technology", "Welcome"])
    expect(page.get_by_text("Ada Example")).to_have_count(0)
