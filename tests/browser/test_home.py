"""Tests of the home page: its fixed texts, its lists, and its forms."""

import re
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import (
    activate_cover,
    empty,
    publish_nominee,
    publish_sponsor,
    upload_image,
    upload_video,
)
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    assert_accessible,
    visit,
)

TARGET = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def empty_site(site: Site) -> None:
    empty(site, "/api/sponsors/admin", "/api/sponsors")
    empty(site, "/api/nominees", "/api/nominees")
    empty(site, "/api/cover-pages/admin", "/api/cover-pages")


def hero(page: Page) -> Locator:
    """Return the hero once its cover page is there."""
    region = page.get_by_test_id("hero")
    expect(region.get_by_role("status")).to_have_count(0)
    return region


def test_the_countdown_ticks_and_ends(page: Page) -> None:
    page.clock.install(time=TARGET - timedelta(days=2, hours=3, minutes=4, seconds=50))
    visit(page, "/")
    timer = page.get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"^WEA 5\.0 Coming in 2d 3h 4m \d+s$"))
    before = timer.inner_text()
    page.clock.run_for(2_000)
    assert timer.inner_text() != before
    page.clock.fast_forward(timedelta(days=3) // timedelta(milliseconds=1))
    expect(timer).to_have_text("Event has begun!")


def test_without_records_the_defaults_are_shown(page: Page) -> None:
    visit(page, "/")
    region = hero(page)
    expect(region.get_by_role("heading", level=1)).to_have_text("The Homecoming Edition")
    expect(region).to_contain_text("Power. Progress. Purpose.")
    for name, anchor in (("Nominate Now", "#nominate"), ("Partner With Us", "#partners")):
        expect(region.get_by_role("link", name=name)).to_have_attribute("href", anchor)
    expect(region.get_by_role("link", name="Scroll down")).to_have_attribute("href", "#about")
    expect(region.get_by_test_id("hero-overlay")).to_have_css("opacity", "0.5")
    expect(page.get_by_role("timer")).to_have_text("Event has begun!")
    expect(page.get_by_role("region", name="Partners and sponsors")).to_contain_text(
        "We'll be announcing our partners and sponsors soon. Check back later!"
    )
    expect(page.get_by_role("region", name="The honorees")).to_contain_text(
        "No nominees available at the moment."
    )


def test_the_active_cover_page(page: Page, site: Site) -> None:
    activate_cover(
        site,
        "An evening at home",
        subtitle="Five editions",
        description="Doors open at seven.",
        image_url=upload_image(site, size=(1600, 1000)),
        focal_x=70,
        transparency=80,
        cta_text="Reserve a seat",
        cta_link="https://example.org/gala",
    )
    visit(page, "/")
    region = hero(page)
    expect(region.get_by_role("heading", level=1)).to_have_text("An evening at home")
    expect(region).to_contain_text("Five editions")
    expect(region).to_contain_text("Doors open at seven.")
    call = region.get_by_role("link", name="Reserve a seat")
    expect(call).to_have_attribute("href", "https://example.org/gala")
    expect(region.get_by_role("link", name="Nominate Now")).to_have_count(0)
    expect(region.get_by_test_id("hero-overlay")).to_have_css("opacity", "0.8")
    assert_accessible(page)
    image = region.get_by_test_id("hero-background").locator("img")
    for width in (768, 375):
        page.set_viewport_size({"width": width, "height": 1000})
        expect(image).to_have_css("object-position", "70% 50%")


def test_a_call_to_action_needs_text_and_link(page: Page, site: Site) -> None:
    activate_cover(site, "Half a call", image_url=upload_image(site), cta_text="Reserve a seat")
    visit(page, "/")
    expect(hero(page).get_by_role("heading", level=1)).to_have_text("Half a call")
    expect(hero(page).get_by_role("link", name="Nominate Now")).to_be_visible()


def test_the_carousel_advances_every_5_seconds_and_wraps(page: Page, site: Site) -> None:
    first, *others = (upload_image(site, colour) for colour in ("plum", "gold", "tomato"))
    activate_cover(site, "Three slides", media_type="carousel", image_url=first, media_urls=others)
    page.clock.install()

    def dot(number: int) -> Locator:
        return page.get_by_role("button", name=f"Go to slide {number}")

    visit(page, "/")
    expect(page.get_by_role("button", name="Go to slide")).to_have_count(3)
    for number in (1, 2, 3, 1):
        expect(dot(number)).to_have_attribute("aria-current", "true")
        page.clock.run_for(5_000)
    dot(3).click()
    expect(dot(3)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Pause the background").click()
    page.clock.run_for(20_000)
    expect(dot(3)).to_have_attribute("aria-current", "true")
    assert_accessible(page)
    page.emulate_media(reduced_motion="reduce")
    visit(page, "/")
    page.clock.run_for(20_000)
    expect(dot(1)).to_have_attribute("aria-current", "true")


def test_a_video_plays_muted_in_a_loop(page: Page, site: Site) -> None:
    uploaded = upload_video(site)
    activate_cover(site, "A film", media_type="video", image_url=uploaded)
    visit(page, "/")
    element = hero(page).get_by_test_id("hero-video")
    expect(element).to_have_attribute("src", uploaded)
    page.wait_for_function(
        "() => document.querySelector('[data-testid=hero-video]').currentTime > 0"
    )
    for switch in ("muted", "loop", "autoplay"):
        expect(element).to_have_js_property(switch, True)


def remove_logo(site: Site, name: str) -> None:
    """Remove a sponsor's logo: staff cannot save one without, but such records may exist."""
    with closing(site.open_database()) as database, database:
        database.execute("UPDATE sponsors SET logo_url = '' WHERE name = ?", (name,))
    site.bump_content_version()


def test_sponsors_by_tier_with_logo_or_name(page: Page, problems: Problems, site: Site) -> None:
    problems.expect("404")
    publish_sponsor(site, "Regular Inn", tier="regular", logo_url="/uploads/missing.png")
    publish_sponsor(site, "Bronze House", tier="bronze", logo_url=upload_image(site))
    remove_logo(site, "Bronze House")
    publish_sponsor(
        site,
        "Gold Bank",
        tier="gold",
        logo_url=upload_image(site),
        website_url="https://example.org/bank",
    )
    visit(page, "/")
    region = page.get_by_role("region", name="Partners and sponsors")
    cells = region.get_by_test_id("sponsors").get_by_role("listitem")
    expect(cells).to_have_count(3)
    link = cells.nth(0).get_by_role("link", name="Gold Bank")
    expect(link).to_have_attribute("href", "https://example.org/bank")
    expect(link).to_have_attribute("target", "_blank")
    expect(link.get_by_role("img", name="Gold Bank")).to_be_attached()
    cells.nth(2).scroll_into_view_if_needed()
    for cell, name in ((cells.nth(1), "Bronze House"), (cells.nth(2), "Regular Inn")):
        expect(cell).to_have_text(name)
        expect(cell.get_by_role("img").or_(cell.get_by_role("link"))).to_have_count(0)
    partner = region.get_by_role("link", name="Become a Partner")
    expect(partner).to_have_attribute("href", "#contact")


def test_the_first_eight_honorees_are_shown(page: Page, site: Site) -> None:
    for number in range(9):
        publish_nominee(site, f"Nominee {number}", category="social-impact", year=2025)
    visit(page, "/")
    region = page.get_by_role("region", name="The honorees")
    cards = region.get_by_role("article")
    expect(cards).to_have_count(8)
    expect(cards.nth(0)).to_contain_text("WEA 2025 | Social Impact")
    expect(cards.nth(0)).to_contain_text("Nominee 0")
    expect(region.get_by_role("link", name="View All Honorees")).to_have_attribute(
        "href", "/nominees"
    )
    assert_accessible(page)


def test_the_slider_shows_testimonials_and_moves_through_them(page: Page) -> None:
    visit(page, "/")
    slider = page.get_by_test_id("testimonials")
    cards = slider.get_by_role("listitem")
    expect(cards).to_have_count(3)
    back = slider.get_by_role("button", name="Previous testimonials")
    forth = slider.get_by_role("button", name="Next testimonials")
    for width, seen in ((767, 1), (1023, 2), (1024, 3)):
        page.set_viewport_size({"width": width, "height": 900})
        slider.scroll_into_view_if_needed()
        shown = slider.get_by_role("list")
        shown.evaluate("list => list.scrollTo({ left: 0, behavior: 'instant' })")
        track, card = shown.bounding_box(), cards.nth(0).bounding_box()
        assert track is not None
        assert card is not None
        assert round(track["width"] / card["width"]) == seen
        expect(back).to_be_disabled()
        for following in range(seen, 3):
            expect(forth).to_be_enabled()
            forth.click()
            expect(cards.nth(following)).to_be_in_viewport(ratio=0.99)
        expect(forth).to_be_disabled()
        if seen < 3:
            expect(back).to_be_enabled()


def test_a_message_is_sent_and_stored_once_its_fields_are_valid(page: Page, site: Site) -> None:
    visit(page, "/")
    form = page.get_by_role("form", name="Contact")
    form.get_by_role("button", name="Send Message").click()
    for label, error in (
        ("Name", "Name must be at least 2 characters"),
        ("Email", "Please enter a valid email address"),
        ("Inquiry type", "Please select an inquiry type"),
        ("Message", "Message must be at least 10 characters"),
    ):
        control = form.get_by_label(label)
        expect(control).to_have_attribute("aria-invalid", "true")
        expect(control).to_have_accessible_description(error)
    expect(form.get_by_label("Name")).to_be_focused()
    assert_accessible(page)
    for label, value in {
        "Name": "Ada Reader",
        "Email": "ada@example.org",
        "Message": "When do nominations open?",
    }.items():
        form.get_by_label(label).fill(value)
        expect(form.get_by_label(label)).not_to_have_attribute("aria-invalid", "true")
    form.get_by_label("Inquiry type").select_option("media")
    form.get_by_role("button", name="Send Message").click()
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("Message sent")
    expect(notice).to_contain_text("Thank you for contacting us. We'll get back to you soon.")
    for label in ("Name", "Email", "Message", "Inquiry type"):
        expect(form.get_by_label(label)).to_have_value("")
    message = site.api.get("/api/admin/contact").json()[0]
    assert (message["name"], message["inquiryType"]) == ("Ada Reader", "media")


def test_the_newsletter_box_subscribes(page: Page, site: Site) -> None:
    visit(page, "/")
    form = page.get_by_role("form", name="Home newsletter")
    email = form.get_by_label("Your email")
    email.fill("nobody")
    form.get_by_role("button", name="Subscribe").click()
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("Invalid email")
    expect(notice).to_contain_text("Please enter a valid email address")
    expect(notice).to_have_attribute("data-variant", "destructive")
    email.fill("ada@example.org")
    form.get_by_role("button", name="Subscribe").click()
    expect(notice).to_contain_text("Subscribed successfully")
    expect(page.get_by_text("Subscribed successfully")).to_have_count(1)
    expect(notice).to_contain_text("Thank you for joining our community of changemakers!")
    expect(email).to_have_value("")
    emails = [each["email"] for each in site.api.get("/api/admin/subscriptions").json()]
    assert "ada@example.org" in emails
