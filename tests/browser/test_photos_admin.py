"""The photos' screen: one photo at a time (docs/rules/admin-photos.md)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.admin_screens import (
    assert_guarded,
    assert_works_on_a_phone,
    expect_failure,
    open_form,
    picture,
)
from tests.browser.content import empty, publish_nominee, publish_photo, unreadable, upload_picture
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, visit_and_load

SCREEN = "/admin/photos"


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without photos and nominees."""
    empty(site, "/api/admin/photos", "/api/photos")
    empty(site, "/api/nominees", "/api/nominees")


def read_all(site: Site) -> list[dict[str, Any]]:
    """Return all photos, as the API gives them to staff."""
    photos: list[dict[str, Any]] = site.api.get("/api/admin/photos").json()
    return photos


def add_photo(site: Site, title: str, **fields: Any) -> dict[str, Any]:
    """Create a published photo with a picture and return it."""
    return publish_photo(site, title, **({"imageUrl": upload_picture(site)} | fields))


def open_create(screen: Page) -> Locator:
    """Open the screen and its form for a new photo."""
    screen.goto(SCREEN)
    return open_form(screen, "Add Photo", "Add Photo")


def test_the_screen_is_for_admin_and_editor(
    page: Page, site: Site, sign_in: Callable[[Page, str], None]
) -> None:
    assert_guarded(page, sign_in, site, SCREEN, empty="No photos found")


def test_an_empty_list_says_so(screen: Page) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_role("heading", level=1, name="Photo Gallery")).to_be_visible()
    expect(screen.get_by_text("No photos found", exact=True)).to_be_visible()
    assert_accessible(screen)


def test_the_table_shows_picture_year_and_status(screen: Page, site: Site) -> None:
    add_photo(site, "The prize", category="winners", year=2024)
    add_photo(site, "The foyer", isPublished=False)
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Photo Gallery")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Image", "Title", "Category", "Year", "Status", "Actions"]
    )
    prize = table.get_by_role("row").filter(has=screen.get_by_text("The prize", exact=True))
    expect(prize.get_by_role("img", name="The prize")).to_be_visible()
    for text in ("Winners", "2024", "Published"):
        expect(prize.get_by_text(text, exact=True)).to_be_visible()
    foyer = table.get_by_role("row").filter(has=screen.get_by_text("The foyer", exact=True))
    for text in ("General", "N/A", "Draft"):
        expect(foyer.get_by_text(text, exact=True)).to_be_visible()
    assert_accessible(screen)


def test_a_broken_image_has_a_stand_in(screen: Page, site: Site, problems: Problems) -> None:
    problems.expect("404")
    add_photo(site, "Lost", imageUrl="/uploads/lost.png")
    screen.goto(SCREEN)
    row = screen.get_by_test_id("record")
    expect(row.get_by_test_id("image-placeholder")).to_be_visible()
    expect(row.get_by_role("img", name="Lost", exact=True)).to_be_visible()


def test_a_photo_is_created_and_shown_in_the_gallery(screen: Page, site: Site) -> None:
    publish_nominee(site, "Amara Okafor", title="Chief Engineer")
    form = open_create(screen)
    expect(form.get_by_label("Title", exact=True)).to_be_focused()
    expect(form.get_by_label("Category")).to_have_value("general")
    expect(form.get_by_label("Year")).to_have_value(re.compile(r"20\d\d"))
    expect(form.get_by_label("Display order")).to_have_value("0")
    expect(form.get_by_role("switch", name="Published")).to_be_checked()
    expect(form.get_by_text("JPG, PNG, GIF, WEBP, max 5MB", exact=True)).to_be_visible()
    assert_accessible(screen)
    form.get_by_label("Title", exact=True).fill("On the stage")
    form.get_by_label("Upload image").set_input_files(picture())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    form.get_by_label("Category").select_option("Ceremony")
    form.get_by_label("Year").fill("2024")
    nominee = form.get_by_role("combobox", name="Nominee")
    nominee.fill("okafor")
    form.get_by_role("option", name=re.compile("Amara Okafor")).click()
    expect(nominee).to_have_value("Amara Okafor")
    form.get_by_role("button", name="Create Photo").click()
    expect_notice(screen, "Photo created successfully", "On the stage")
    expect(form).to_be_hidden()
    [photo] = read_all(site)
    assert (photo["category"], photo["year"]) == ("ceremony", 2024)
    assert (photo["nomineeName"], photo["nomineeTitle"]) == ("Amara Okafor", "Chief Engineer")
    visit_and_load(screen, "/gallery")
    expect(screen.get_by_test_id("photo").get_by_role("img", name="On the stage")).to_be_visible()


def test_a_photo_needs_an_image(screen: Page, site: Site) -> None:
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Nothing to see")
    form.get_by_role("button", name="Create Photo").click()
    expect_notice(screen, "Image Required", "Please upload an image before submitting.")
    expect(form.get_by_label("Image URL")).to_have_accessible_description(
        re.compile("Please upload an image before submitting.")
    )
    expect(form.get_by_label("Title", exact=True)).to_have_value("Nothing to see")
    assert read_all(site) == []


def test_what_is_refused_stands_beside_its_field(
    screen: Page, site: Site, problems: Problems
) -> None:
    problems.expect("404")
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("ab")
    form.get_by_label("Image URL").fill("/uploads/a.png")
    form.get_by_label("Year").fill("1999")
    form.get_by_label("Display order").fill("-1")
    form.get_by_role("button", name="Create Photo").click()
    for message in (
        "Title must be at least 3 characters",
        "Year must be a whole number from 2000 to 2100",
        "Display order must be a whole number of at least 0",
    ):
        expect(form.get_by_text(message, exact=True)).to_be_visible()
    expect(form.get_by_label("Title", exact=True)).to_be_focused()
    assert_accessible(screen)
    assert read_all(site) == []


def test_a_photo_is_edited(screen: Page, site: Site) -> None:
    nominee = publish_nominee(site, "Bisi Laurent")
    add_photo(site, "Befor", year=2023, nomineeId=nominee["id"])
    screen.goto(SCREEN)
    form = open_form(screen, "Edit Befor", "Edit Photo")
    expect(form.get_by_role("combobox", name="Nominee")).to_have_value("Bisi Laurent")
    form.get_by_label("Title", exact=True).fill("Before the show")
    form.get_by_label("Year").fill("")
    form.get_by_role("button", name="Remove nominee").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Photo updated successfully", "Before the show")
    [photo] = read_all(site)
    assert (photo["title"], photo["year"], photo["nomineeId"]) == ("Before the show", None, None)


def test_publishing_shows_the_photo_in_the_gallery(screen: Page, site: Site) -> None:
    add_photo(site, "The draft", isPublished=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish The draft", exact=True).click()
    expect_notice(screen, "Photo published successfully", "The draft")
    assert [each["title"] for each in site.api.get("/api/photos").json()] == ["The draft"]
    screen.get_by_role("button", name="Unpublish The draft").click()
    expect_notice(screen, "Photo unpublished successfully", "The draft")
    assert site.api.get("/api/photos").json() == []


def test_deleting_asks_first(screen: Page, site: Site) -> None:
    add_photo(site, "Too blurred")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Delete Too blurred").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("Too blurred")
    assert_accessible(screen)
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Photo deleted successfully", "Too blurred")
    expect(screen.get_by_text("No photos found", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_a_failed_write_shows_the_servers_message(screen: Page, site: Site) -> None:
    photo = add_photo(site, "Gone already")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Unpublish Gone already").wait_for()
    site.api.delete(f"/api/photos/{photo['id']}")
    screen.get_by_role("button", name="Unpublish Gone already").click()
    expect_notice(screen, "Failed to update photo: Photo not found")
    photo = add_photo(site, "Gone as well")
    screen.reload()
    screen.get_by_role("button", name="Delete Gone as well").click()
    site.api.delete(f"/api/photos/{photo['id']}")
    screen.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(screen, "Failed to delete photo: Photo not found")


def test_a_failed_creation_keeps_what_was_typed(screen: Page, site: Site) -> None:
    form = open_create(screen)
    form.get_by_label("Title", exact=True).fill("Not lost")
    form.get_by_label("Image URL").fill(upload_picture(site))
    with unreadable(site, "photos"):
        form.get_by_role("button", name="Create Photo").click()
        expect_failure(screen, "Failed to create photo: ")
    expect(form.get_by_label("Title", exact=True)).to_have_value("Not lost")
    form.get_by_role("button", name="Create Photo").click()
    expect_notice(screen, "Photo created successfully", "Not lost")


def test_an_upload_shows_its_progress_and_can_be_stopped(screen: Page) -> None:
    waiting: list[Route] = []
    screen.route("**/api/upload/image", lambda route: waiting.append(route))
    form = open_create(screen)
    form.get_by_label("Upload image").set_input_files(picture())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    expect(form.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_label("Image URL")).to_have_value("")


def test_a_failed_upload_says_so(screen: Page, problems: Problems) -> None:
    problems.expect("415")
    form = open_create(screen)
    fake = picture()
    form.get_by_label("Upload image").set_input_files({**fake, "buffer": b"words"})
    expect_notice(screen, "Upload failed", "There was an error uploading your image.")
    expect(form.get_by_text("Please upload an image file (JPG, PNG, GIF or WEBP)")).to_be_visible()


def test_the_nominee_is_chosen_by_keyboard_among_many(screen: Page, site: Site) -> None:
    for number in range(12):
        publish_nominee(site, f"Nominee {number:02}")
    form = open_create(screen)
    nominee = form.get_by_role("combobox", name="Nominee")
    nominee.focus()
    screen.keyboard.press("ArrowDown")
    found = form.get_by_role("listbox", name="nominees").get_by_role("option")
    expect(found).to_have_count(10)
    expect(form.get_by_text("The first 10 of 12; type to narrow them down")).to_be_visible()
    assert_accessible(screen)
    screen.keyboard.press("Escape")
    expect(found).to_have_count(0)
    expect(form).to_be_visible()
    screen.keyboard.type("nominee 11")
    expect(found).to_have_count(1)
    screen.keyboard.press("Enter")
    expect(nominee).to_have_value("Nominee 11")
    expect(form).to_be_visible()
    nominee.fill("nobody")
    expect(form.get_by_text("No nominees found")).to_be_visible()
    form.get_by_label("Title", exact=True).focus()
    expect(nominee).to_have_value("Nominee 11")


def test_a_search_for_nominees_that_fails_says_so(screen: Page, problems: Problems) -> None:
    problems.expect("503")
    screen.route(
        re.compile(r"/api/nominees\?"),
        lambda route: route.fulfill(status=503, json={"message": ""}),
    )
    form = open_create(screen)
    form.get_by_role("combobox", name="Nominee").click()
    expect(form.get_by_text("The nominees could not be searched. Please try again.")).to_be_visible(
        timeout=10_000
    )


def test_search_and_order_are_the_servers(screen: Page, site: Site) -> None:
    add_photo(site, "Apples", year=2021, category="workshop")
    add_photo(site, "Cherries", year=2023)
    screen.goto(SCREEN)
    rows = screen.get_by_test_id("record")
    expect(rows).to_contain_text(["Cherries", "Apples"])
    screen.get_by_role("columnheader", name="Year").get_by_role("button").click()
    expect(rows).to_contain_text(["Apples", "Cherries"])
    search = screen.get_by_role("searchbox", name="Search photos")
    search.fill("workshop")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Apples")
    search.fill("pears")
    expect(screen.get_by_text("No photos found", exact=True)).to_be_visible()
    expect(screen.get_by_text("Try adjusting your search query.")).to_be_visible()


def test_a_phone_shows_cards(screen: Page, site: Site) -> None:
    add_photo(site, "In the hand", year=2024)
    assert_works_on_a_phone(
        screen, SCREEN, edit="Edit In the hand", title="Edit Photo", submit="Save Changes"
    )
