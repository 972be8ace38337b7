"""The rows of management screens: cells, images and, on a phone, collapsible cards."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.admin_screens import PHONE
from tests.browser.content import upload_image
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, assert_no_horizontal_scroll
from tests.factories import (
    cover_page_body,
    nominee_body,
    photo_body,
    sponsor_body,
)

NAME = "The Society of Founders Who Began With Very Little and Went Very Far"


@pytest.fixture(scope="module", autouse=True)
def nominee(site: Site) -> None:
    """Create a winner."""
    image = upload_image(site)
    site.create("/api/nominees", **nominee_body(name=NAME, imageUrl=image, isWinner=True))


def test_a_card_unfolds_its_details_on_a_phone(admin_page: Page) -> None:
    admin_page.set_viewport_size({"width": PHONE, "height": 800})
    admin_page.goto("/admin/nominees")
    card = admin_page.get_by_test_id("record")
    more = card.get_by_role("button", name="More about The Society")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(card.get_by_text("Winner", exact=True)).to_be_visible()
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    more.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    for detail in ("Leadership", "2024"):
        expect(card.get_by_text(detail, exact=True)).to_be_visible()
    assert_accessible(admin_page)
    assert_no_horizontal_scroll(admin_page)
    more.press("Enter")
    expect(card.get_by_text("Leadership", exact=True)).to_be_hidden()
    admin_page.set_viewport_size({"width": 1280, "height": 800})
    expect(card.get_by_text("Leadership", exact=True)).to_be_visible()
    expect(more).to_be_hidden()


def test_an_image_placeholder_has_alternative_text(
    admin_page: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    for path, body in (
        ("/api/nominees", nominee_body(name="Ada Obi")),
        ("/api/sponsors", sponsor_body(name="Ada Obi", logo_url="/uploads/missing.png")),
        ("/api/photos", photo_body(title="Ada Obi", imageUrl="/uploads/missing.png")),
        ("/api/cover-pages", cover_page_body(title="Ada Obi", image_url="/uploads/missing.png")),
    ):
        site.create(path, **body)
    for path, initials in (
        ("nominees", "AO"),
        ("sponsors", "AO"),
        ("photos", ""),
        ("cover-pages", ""),
    ):
        admin_page.goto(f"/admin/{path}")
        row = admin_page.get_by_test_id("record").filter(has_text="Ada Obi")
        placeholder = row.get_by_role("img", name="Ada Obi", exact=True)
        expect(placeholder).to_be_visible()
        expect(row).to_contain_text(initials)
    admin_page.goto("/admin/users")
    expect(admin_page.get_by_role("img", name="Administrator", exact=True)).to_be_visible()
