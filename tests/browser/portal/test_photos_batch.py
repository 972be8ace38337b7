"""The photos screen: adding several photos at once."""

from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from tests.browser.files import fake_file, image_file, large_file
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import (
    PHONE,
    assert_accessible,
    assert_no_horizontal_scroll,
    expect_notice,
    open_form,
    wait_until,
)

SCREEN = "/admin/photos"
TEXT = fake_file("notes.txt", "text/plain")


pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture
def page(page: Page) -> Page:
    page.goto(SCREEN)
    return page


def open_batch(page: Page) -> Locator:
    return open_form(page, "Add Several Photos", "Add Several Photos")


def choose(form: Locator, *files: FilePayload) -> None:
    form.get_by_label("Choose photos").set_input_files(list(files))


def read_all(site: Site) -> list[dict[str, Any]]:
    """Return all photos, in the order of their titles."""
    photos: list[dict[str, Any]] = site.api.get("/api/admin/photos").json()
    return sorted(photos, key=lambda photo: str(photo["title"]))


def test_several_photos_are_saved_together(page: Page, site: Site) -> None:
    form = open_batch(page)
    choose(form, image_file("the_red-carpet.png"), image_file("IMG 2.png", "gold"))
    first = form.get_by_role("textbox", name="Title of the_red-carpet.png")
    expect(first).to_have_value("The red carpet")
    second = form.get_by_role("textbox", name="Title of IMG 2.png")
    second.fill("The second dress")
    expect(form.get_by_text("2 of 2 uploaded")).to_be_visible()
    form.get_by_label("Category").select_option("Ceremony")
    form.get_by_label("Year").fill("2025")
    form.get_by_role("switch", name="Published").uncheck()
    page.set_viewport_size({"width": PHONE, "height": 800})
    expect(form.get_by_role("button", name="Save 2 photos")).to_be_in_viewport()
    assert_no_horizontal_scroll(page)
    assert_accessible(page)
    form.get_by_role("button", name="Save 2 photos").click()
    expect_notice(page, "2 photos created successfully")
    expect(form).to_be_hidden()
    expect(page.get_by_test_id("record")).to_have_count(2)
    photos = read_all(site)
    assert [photo["title"] for photo in photos] == ["The red carpet", "The second dress"]
    shared = {(photo["category"], photo["year"], photo["isPublished"]) for photo in photos}
    assert shared == {("ceremony", 2025, False)}


def test_files_can_be_dropped(page: Page, site: Site) -> None:
    form = open_batch(page)
    files = page.evaluate_handle(
        """() => {
            const transfer = new DataTransfer();
            const canvas = document.createElement("canvas");
            const data = atob(canvas.toDataURL("image/png").split(",")[1]);
            const bytes = Uint8Array.from(data, (each) => each.charCodeAt(0));
            transfer.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
            return transfer;
        }"""
    )
    form.get_by_test_id("batch-drop").dispatch_event("drop", {"dataTransfer": files})
    expect(form.get_by_text("1 of 1 uploaded")).to_be_visible()
    # The error of a shared value is shown beside its field.
    year = form.get_by_label("Year")
    year.fill("1999")
    form.get_by_role("button", name="Save 1 photo").click()
    expect(year).to_have_accessible_description("Year must be a whole number from 2000 to 2100")
    expect(form.get_by_test_id("batch-photo")).to_have_count(1)
    year.fill("2019")
    form.get_by_role("button", name="Save 1 photo").click()
    expect_notice(page, "Photo created successfully")
    assert [photo["title"] for photo in read_all(site)] == ["Dropped"]


def test_refused_photos_stay_with_their_errors(page: Page, site: Site) -> None:
    form = open_batch(page)
    choose(form, image_file("ab.png"), image_file("well named.png"))
    expect(form.get_by_text("2 of 2 uploaded")).to_be_visible()
    form.get_by_role("button", name="Save 2 photos").click()
    expect_notice(
        page,
        "Failed to create photo: Title must be at least 3 characters",
        "Photo created successfully",
    )
    expect(form.get_by_test_id("batch-photo")).to_have_count(1)
    title = form.get_by_role("textbox", name="Title of ab.png")
    expect(title).to_be_focused()
    expect(title).to_have_accessible_description("Title must be at least 3 characters")
    title.fill("A better name")
    form.get_by_role("button", name="Save 1 photo").click()
    expect(form).to_be_hidden()
    assert [photo["title"] for photo in read_all(site)] == ["A better name", "Well named"]


def test_each_upload_shows_progress_and_can_be_cancelled_and_retried(
    page: Page, site: Site
) -> None:
    waiting: list[Route] = []
    page.route("**/api/upload/image", lambda route: waiting.append(route))
    form = open_batch(page)
    choose(form, image_file("one.png"), image_file("two.png"), image_file("three.png"))
    for name in ("one.png", "two.png", "three.png"):
        expect(form.get_by_role("progressbar", name=f"Upload of {name}")).to_be_visible()
    expect(form.get_by_text("0 of 3 uploaded")).to_be_visible()
    assert_accessible(page)
    wait_until(page, lambda: len(waiting) == 2)
    form.get_by_role("button", name="Cancel upload of one.png").click()
    expect(form.get_by_text("The upload was cancelled")).to_be_visible()
    # The third begins in the place of the first.
    wait_until(page, lambda: len(waiting) == 3)
    for route in waiting[1:]:
        route.continue_()
    page.unroute("**/api/upload/image")
    expect(form.get_by_text("2 of 3 uploaded, 1 not uploaded")).to_be_visible()
    form.get_by_role("button", name="Retry one.png").click()
    expect(form.get_by_text("3 of 3 uploaded")).to_be_visible()
    form.get_by_role("button", name="Remove two.png").click()
    form.get_by_role("button", name="Save 2 photos").click()
    expect_notice(page, "2 photos created successfully")
    assert [photo["title"] for photo in read_all(site)] == ["One", "Three"]


def test_invalid_files_show_their_errors_and_chosen_photos_can_be_restored(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect("415")
    form = open_batch(page)
    choose(form, TEXT, large_file(5), fake_file())
    for name, reason in (
        ("notes.txt", "Please upload an image file"),
        ("large.png", "Image must be less than 5MB"),
        ("fake.png", "Please upload an image file (JPG, PNG, GIF or WEBP)"),
    ):
        title = form.get_by_role("textbox", name=f"Title of {name}")
        expect(title).to_have_accessible_description(reason)
    expect(form.get_by_role("button", name="Retry notes.txt")).to_have_count(0)
    expect(form.get_by_role("button", name="Retry fake.png")).to_be_visible()
    form.get_by_role("button", name="Save photos").click()
    expect_notice(page, "Image Required", "Please upload an image before submitting.")

    choose(form, image_file("one.png"))
    form.get_by_role("textbox", name="Title of one.png").fill("The first")
    form.get_by_label("Year").fill("2019")
    expect(form.get_by_text("1 of 4 uploaded, 3 not uploaded")).to_be_visible()
    waiting: list[Route] = []
    page.route("**/api/upload/image", lambda route: waiting.append(route))
    choose(form, image_file("two.png"))
    expect(form.get_by_role("progressbar")).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(open_batch(page).get_by_test_id("batch-photo")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.unroute("**/api/upload/image")
    page.get_by_role("button", name="Restore").click()
    # The upload that was cancelled starts again.
    expect(form.get_by_text("2 of 5 uploaded, 3 not uploaded")).to_be_visible()
    expect(form.get_by_label("Year")).to_have_value("2019")
    form.get_by_role("button", name="Save 2 photos").click()
    expect_notice(page, "2 photos created successfully")
    photos = [(photo["title"], photo["year"]) for photo in read_all(site)]
    assert photos == [("The first", 2019), ("Two", 2019)]
