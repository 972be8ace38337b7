"""A missing or broken image is replaced by an image with the name of its record.

It is tried on every public page with images of records, in every list and dialog of the portal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.content import (
    activate_cover,
    publish_event,
    publish_nominee,
    publish_photo,
    publish_sponsor,
    publish_video,
    upload_image,
)
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import visit, visit_and_load
from tests.factories import blog_body

GONE = "/uploads/missing.png"
NAME = "Amara Osei"

Body = dict[str, Any]
Open = Callable[[Page], Locator]


@pytest.fixture(autouse=True)
def expect_broken_images(problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*missing")


def whole(page: Page) -> Locator:
    return page.get_by_role("main")


def dialog_of(button: str) -> Open:
    """Return a function that opens a dialog by a button, and returns the dialog."""

    def opened(page: Page) -> Locator:
        page.get_by_role("button", name=button).first.click()
        return page.get_by_role("dialog")

    return opened


def publish_post(site: Site, title: str, **fields: Any) -> Body:
    return site.create("/api/blog", **blog_body(title=title, isPublished=True, **fields))


def publish_gala(site: Site, title: str, **fields: Any) -> Body:
    # The calendar shows the events of today first.
    starts = datetime.now(UTC)
    ends = starts + timedelta(hours=1)
    return publish_event(site, title, starts.isoformat(), ends.isoformat(), **fields)


@dataclass(frozen=True)
class Place:
    """Where the image of a record is shown: a page, of which `open` returns the part."""

    path: str
    create: Callable[..., Body]
    field: str
    values: tuple[str, ...] = ("", GONE)
    name: str = NAME
    open: Open = whole

    def __str__(self) -> str:
        return f"{self.path} {self.create.__name__} {self.name}"


PLACES = [
    Place("/nominees", publish_nominee, "imageUrl"),
    Place("{path}", publish_nominee, "imageUrl"),
    Place("/videos", publish_video, "thumbnailUrl"),
    Place("/gallery", publish_photo, "imageUrl", (GONE,)),
    Place("/gallery", publish_photo, "imageUrl", (GONE,), open=dialog_of(f"View {NAME}")),
    Place("/blog", publish_post, "featuredImageUrl"),
    Place("/blog/{slug}", publish_post, "featuredImageUrl", (GONE,)),
    Place("{path}", publish_gala, "imageUrl", (GONE,)),
    Place("/events", publish_gala, "imageUrl", (GONE,), open=dialog_of(NAME)),
    Place("/admin/nominees", publish_nominee, "imageUrl"),
    Place("/admin/videos", publish_video, "thumbnailUrl"),
    Place("/admin/photos", publish_photo, "imageUrl", (GONE,)),
    Place("/admin/sponsors", publish_sponsor, "logo_url", (GONE,)),
    Place(
        "/admin/sponsors",
        publish_sponsor,
        "logo_url",
        (GONE,),
        f"Logo of {NAME}",
        dialog_of(f"View logo of {NAME}"),
    ),
    Place("/admin/cover-pages", activate_cover, "image_url", (GONE,)),
    Place(
        "/admin/cover-pages",
        activate_cover,
        "image_url",
        (GONE,),
        f"Image of {NAME}",
        dialog_of(f"View image: {NAME}"),
    ),
    Place("/admin/nominees", publish_nominee, "imageUrl", open=dialog_of("Arrange")),
]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_a_placeholder_is_an_image_with_the_name_of_its_record(
    place: Place, editor_page: Page, site: Site
) -> None:
    for value in place.values:
        record = place.create(site, NAME, **{place.field: value} if value else {})
        path = place.path.format(**record)
        (visit_and_load if path.startswith("/admin") else visit)(editor_page, path)
        image = (
            place.open(editor_page)
            .locator(f'img[data-testid$=placeholder][alt="{place.name}"]')
            .first
        )
        image.scroll_into_view_if_needed()
        expect(image).to_be_visible()
        assert image.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


def test_a_file_of_the_library_that_is_gone_has_a_placeholder(
    editor_page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("404")
    upload_image(site)
    editor_page.route("**/uploads/**", lambda route: route.fulfill(status=404))
    visit_and_load(editor_page, "/admin/media")
    item = editor_page.get_by_test_id("record").first
    name = item.get_by_role("paragraph").first.inner_text()
    expect(item.locator("img[data-testid$=placeholder]")).to_have_attribute("alt", name)
