"""The rows of management screens: cells, pictures and, on a phone, cards that fold."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.admin_screens import PHONE
from tests.browser.content import upload_picture
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_no_sideways_scroll
from tests.factories import (
    blog_body,
    content_body,
    cover_page_body,
    event_body,
    message_body,
    nominee_body,
    photo_body,
    sponsor_body,
    subscriber_body,
    video_body,
)

LONG = "The Society of Founders Who Began With Very Little and Went Very Far " * 3
MAX_CARD_HEIGHT = 160
MIN_TARGET = 44
"""In px, as is the height."""
SCREENS = (
    "events",
    "nominees",
    "sponsors",
    "cover-pages",
    "blog",
    "photos",
    "videos",
    "content",
    "messages",
    "subscribers",
    "users",
)


@pytest.fixture(scope="module", autouse=True)
def records(site: Site) -> None:
    """Create a record of each kind, named as long as any."""
    image = upload_picture(site)
    for path, body in (
        ("/api/events", event_body(title=LONG, location=LONG)),
        ("/api/nominees", nominee_body(name=LONG, imageUrl=image, isFinalist=True, isWinner=True)),
        (
            "/api/sponsors",
            sponsor_body(name=LONG, logo_url=image, website_url="https://example.org"),
        ),
        ("/api/cover-pages", cover_page_body(title=LONG, subtitle=LONG, image_url=image)),
        ("/api/blog", blog_body(title=LONG)),
        ("/api/photos", photo_body(title=LONG, imageUrl=image)),
        ("/api/videos", video_body(title=LONG, thumbnailUrl=image)),
        ("/api/admin/content", content_body(name=LONG, identifier="home.hero")),
        ("/api/contact", message_body(name=LONG[:100])),
        ("/api/newsletter", subscriber_body()),
    ):
        answer = site.api.post(path, json=body)
        assert answer.is_success, f"POST {path}: {answer.text}"


@pytest.fixture
def screen(page: Page, sign_in: Callable[[Page, str], None]) -> Page:
    """Return a page whose visitor is signed in as an administrator."""
    sign_in(page, "admin")
    return page


def size(locator: Locator) -> tuple[float, float]:
    """Return the width and the height of what is shown."""
    box = locator.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def test_cards_are_short_and_their_buttons_large_on_a_phone(screen: Page, site: Site) -> None:
    # There is a user beside the administrator, who has no buttons for herself.
    site.account("editor")
    screen.set_viewport_size({"width": PHONE, "height": 800})
    for name in SCREENS:
        screen.goto(f"/admin/{name}")
        card = screen.get_by_test_id("record").filter(
            has=screen.get_by_role("button", name="Delete")
        )
        expect(card.first).to_be_visible()
        assert size(card.first)[1] <= MAX_CARD_HEIGHT, name
        buttons = card.first.get_by_role("button").or_(card.first.get_by_role("link")).all()
        assert len(buttons) > 1
        for button in buttons:
            assert min(size(button)) >= MIN_TARGET, name
        assert_no_sideways_scroll(screen)


def test_a_card_unfolds_its_details_on_a_phone(screen: Page) -> None:
    screen.set_viewport_size({"width": PHONE, "height": 800})
    screen.goto("/admin/nominees")
    card = screen.get_by_test_id("record")
    more = card.get_by_role("button", name="More about The Society")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(card.get_by_text("Winner", exact=True)).to_be_visible()
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    for detail in ("Leadership", "2024"):
        expect(card.get_by_text(detail, exact=True)).to_be_visible()
    assert_accessible(screen)
    assert_no_sideways_scroll(screen)
    more.press("Enter")
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()


def test_wide_screens_show_all_cells_without_folding(screen: Page) -> None:
    screen.goto("/admin/nominees")
    card = screen.get_by_test_id("record")
    expect(card.get_by_text("Leadership", exact=True)).to_be_visible()
    expect(card.get_by_role("button", name="More about")).to_have_count(0)


@pytest.mark.parametrize("name", SCREENS)
def test_a_name_is_an_ordinary_cell(screen: Page, name: str) -> None:
    screen.goto(f"/admin/{name}")
    row = screen.get_by_test_id("record").first
    expect(row).to_be_visible()
    expect(screen.get_by_role("rowheader")).to_have_count(0)
    expect(screen.locator("tbody th")).to_have_count(0)
    expect(row.get_by_role("cell")).to_have_count(screen.get_by_role("columnheader").count())


@pytest.mark.parametrize("name", ["nominees", "sponsors", "cover-pages", "photos", "videos"])
def test_a_picture_is_described_by_the_records_name(screen: Page, name: str) -> None:
    screen.goto(f"/admin/{name}")
    image = screen.get_by_test_id("record").locator("img")
    expect(image).to_have_attribute("alt", LONG.strip())


def test_what_stands_for_a_picture_is_an_image_with_a_name(
    screen: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    for path, body in (
        ("/api/nominees", nominee_body(name="Ada Obi")),
        ("/api/sponsors", sponsor_body(name="Ada Obi", logo_url="/uploads/missing.png")),
        ("/api/photos", photo_body(title="Ada Obi", imageUrl="/uploads/missing.png")),
        ("/api/cover-pages", cover_page_body(title="Ada Obi", image_url="/uploads/missing.png")),
    ):
        site.create(path, **body)
    for name in ("nominees", "sponsors", "photos", "cover-pages"):
        screen.goto(f"/admin/{name}")
        row = screen.get_by_test_id("record").filter(has_text="Ada Obi")
        expect(row.get_by_role("img", name="Ada Obi", exact=True)).to_be_visible()
    screen.goto("/admin/users")
    expect(screen.get_by_role("img", name="Administrator", exact=True)).to_be_visible()
