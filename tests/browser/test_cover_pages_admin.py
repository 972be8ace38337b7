"""The cover pages' screen: what each role sees and does there (docs/rules/admin-cover-pages.md)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import empty, upload_picture
from tests.browser.files import fake_file, film_file, picture_file
from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import WIDTHS, assert_accessible, assert_fits_any_width, visit

SCREEN = "/admin/cover-pages"

SignIn = Callable[[Page, str], None]


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without cover pages."""
    empty(site, "/api/cover-pages/admin", "/api/cover-pages")


@pytest.fixture
def screen(page: Page, sign_in: SignIn) -> Page:
    """Return a page whose visitor is signed in as an administrator."""
    sign_in(page, "admin")
    return page


def add_cover(site: Site, title: str, **fields: object) -> dict[str, object]:
    """Create a cover page with an image through the API and return it."""
    page = {"title": title, "image_url": upload_picture(site), **fields}
    return site.create("/api/cover-pages", **page)


def read_all(site: Site) -> list[dict[str, object]]:
    """Return all cover pages, as the API gives them to staff."""
    pages: list[dict[str, object]] = site.api.get("/api/cover-pages/admin").json()
    return pages


def open_form(page: Page) -> Locator:
    """Open the dialog for a new cover page and return it."""
    page.get_by_role("button", name="Add Cover Page").click()
    return page.get_by_role("dialog", name="Add Cover Page")


def open_edit(page: Page, title: str) -> Locator:
    """Open the dialog for a cover page and return it."""
    page.get_by_role("button", name=f"Edit {title}").click()
    return page.get_by_role("dialog", name="Edit Cover Page")


def rows(page: Page) -> Locator:
    """Return the rows of the table."""
    return page.get_by_test_id("record")


def order(form: Locator) -> list[str]:
    """Return the file names of the carousel's images, in their order."""
    return form.get_by_test_id("carousel-images").locator("[title^='/uploads']").all_inner_texts()


def test_an_empty_list_says_so(screen: Page) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_text("No cover pages found", exact=True)).to_be_visible()
    assert_accessible(screen)


def test_the_table_shows_each_page(screen: Page, site: Site) -> None:
    add_cover(site, "Homecoming", subtitle="Five editions", is_active=True, display_order=2)
    add_cover(site, "The film", media_type="video", image_url="/uploads/film.mp4")
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Cover Pages")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Title", "Image", "Status", "Order", "Actions"]
    )
    active = rows(screen).filter(has_text="Homecoming")
    for text in ("Five editions", "Active", "2"):
        expect(active.get_by_text(text, exact=True)).to_be_visible()
    expect(active.locator("img")).to_be_visible()
    expect(active.get_by_role("button", name="Set as active")).to_have_count(0)
    film = rows(screen).filter(has_text="The film")
    expect(film.get_by_text("Inactive", exact=True)).to_be_visible()
    expect(film.get_by_role("button", name="Set as active")).to_be_visible()
    assert_accessible(screen)


def test_refresh_reads_the_list_again(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_text("No cover pages found", exact=True)).to_be_visible()
    add_cover(site, "Homecoming")
    screen.get_by_role("button", name="Refresh").click()
    expect(rows(screen)).to_contain_text("Homecoming")


def test_setting_one_as_active_deactivates_the_others(screen: Page, site: Site) -> None:
    add_cover(site, "Homecoming", is_active=True)
    add_cover(site, "Tonight")
    screen.goto(SCREEN)
    sentence = "Setting a page as active deactivates the others."
    expect(screen.get_by_text(sentence, exact=True)).to_be_visible()
    screen.get_by_role("button", name="Set as active: Tonight").click()
    expect_notice(screen, "Success", "Cover page activated successfully")
    expect(rows(screen).filter(has_text="Tonight").get_by_text("Active")).to_be_visible()
    expect(rows(screen).filter(has_text="Homecoming").get_by_text("Inactive")).to_be_visible()
    visit(screen, "/")
    expect(screen.get_by_role("heading", level=1)).to_have_text("Tonight")


def test_a_failed_activation_is_told(screen: Page, site: Site) -> None:
    cover = add_cover(site, "Tonight")
    screen.goto(SCREEN)
    expect(rows(screen)).to_have_count(1)
    site.api.delete(f"/api/cover-pages/{cover['id']}")
    screen.get_by_role("button", name="Set as active: Tonight").click()
    expect_notice(screen, "Error", "Cover page not found")
    expect(screen.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")


def test_the_images_are_viewed_in_a_dialog(screen: Page, site: Site) -> None:
    more = [upload_picture(site, colour) for colour in ("gold", "navy")]
    add_cover(site, "Scenes", media_type="carousel", media_urls=more)
    screen.goto(SCREEN)
    opener = screen.get_by_role("button", name="View image: Scenes")
    opener.click()
    dialog = screen.get_by_role("dialog", name="Scenes")
    expect(dialog.get_by_role("img")).to_have_count(3)
    assert_accessible(screen)
    screen.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_a_broken_image_has_a_stand_in(screen: Page, site: Site, problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    add_cover(site, "Scenes", image_url="/uploads/missing.png")
    screen.goto(SCREEN)
    expect(rows(screen).get_by_text("No picture")).to_be_attached()
    screen.get_by_role("button", name="View image: Scenes").click()
    expect(screen.get_by_text("The image cannot be shown.")).to_be_visible()


def test_a_page_is_created_and_visitors_see_it(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    expect(form.get_by_label("Media type")).to_have_value("image")
    expect(form.get_by_role("switch", name="Active")).not_to_be_checked()
    slider = form.get_by_role("slider", name="Overlay transparency")
    expect(slider).to_have_value("50")
    assert_accessible(screen)
    form.get_by_label("Title", exact=True).fill("The Homecoming")
    form.get_by_label("Subtitle").fill("Five editions, one stage")
    form.get_by_label("Upload image").set_input_files(picture_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    slider.press("ArrowRight")
    shown = form.locator("output").first
    expect(shown).to_have_text("51")
    slider.press("End")
    expect(shown).to_have_text("100")
    slider.press("ArrowLeft")
    form.get_by_label("CTA text").fill("Reserve a seat")
    form.get_by_label("CTA link").fill("https://example.org/seats")
    form.get_by_role("switch", name="Active").check()
    form.get_by_role("button", name="Create Cover Page").click()
    expect_notice(screen, "Success", "Cover page created successfully")
    expect(form).to_be_hidden()
    [cover] = read_all(site)
    assert (cover["transparency"], cover["media_type"], cover["is_active"]) == (99, "image", True)
    visit(screen, "/")
    expect(screen.get_by_role("heading", level=1)).to_have_text("The Homecoming")
    expect(screen.get_by_role("link", name="Reserve a seat")).to_be_visible()


def test_what_is_refused_stands_beside_its_field(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Title", exact=True).fill("T")
    form.get_by_label("CTA link").fill("nowhere")
    form.get_by_role("button", name="Create Cover Page").click()
    for label, message in (
        ("Title", "Title must be at least 2 characters"),
        ("Image URL", "Image URL is required"),
        ("CTA link", "Please enter a valid URL"),
    ):
        field = form.get_by_label(re.compile(f"^{label}"))
        expect(field).to_have_accessible_description(re.compile(message))
    expect(form.get_by_label("Title", exact=True)).to_be_focused()
    assert_accessible(screen)
    assert read_all(site) == []


def test_a_page_is_edited_and_deleted(screen: Page, site: Site) -> None:
    add_cover(site, "Tonight", transparency=20, focal_x=70)
    screen.goto(SCREEN)
    form = open_edit(screen, "Tonight")
    expect(form.get_by_role("slider", name="Overlay transparency")).to_have_value("20")
    expect(form.get_by_role("slider", name="Focal point")).to_have_value("70")
    form.get_by_label("Subtitle").fill("From the Grand Hall")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Cover page updated successfully")
    expect(rows(screen)).to_contain_text("From the Grand Hall")
    screen.get_by_role("button", name="Delete Tonight").click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("Tonight")
    assert_accessible(screen)
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Success", "Cover page deleted successfully")
    expect(screen.get_by_text("No cover pages found", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_a_video_is_uploaded(screen: Page, site: Site, problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*kept")
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Title", exact=True).fill("The film")
    form.get_by_label("Image URL").fill("/uploads/kept.png")
    form.get_by_label("Media type").select_option("Video")
    expect(form.get_by_label("Image URL")).to_have_count(0)
    expect(form.get_by_label("Video URL")).to_have_value("")
    form.get_by_label("Upload video").set_input_files(film_file())
    expect(form.get_by_label("Video URL")).to_have_value(re.compile(r"\.webm$"))
    assert_accessible(screen)
    form.get_by_role("button", name="Create Cover Page").click()
    expect_notice(screen, "Success", "Cover page created successfully")
    [cover] = read_all(site)
    assert cover["media_type"] == "video"
    assert site.api.get(str(cover["image_url"])).headers["content-type"] == "video/webm"


def test_another_media_type_loses_nothing(screen: Page, site: Site, problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\).*kept")
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Image URL").fill("/uploads/kept.png")
    form.get_by_label("Media type").select_option("Video")
    form.get_by_label("Media type").select_option("Image Carousel")
    expect(form.get_by_label("Image URL")).to_have_value("/uploads/kept.png")


def test_a_failed_upload_is_told(screen: Page, problems: Problems) -> None:
    problems.expect("415")
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Upload image").set_input_files(fake_file())
    expect_notice(screen, "Failed to upload image")
    notice = screen.get_by_test_id("notice")
    expect(notice).to_contain_text("Please upload an image file (JPG, PNG, GIF or WEBP)")
    form.get_by_label("Media type").select_option("Video")
    form.get_by_label("Upload video").set_input_files(fake_file("a.mp4", "video/mp4"))
    expect_notice(screen, "Failed to upload video")
    expect(notice).to_contain_text("Please upload a video file (MP4 or WEBM)")
    form.get_by_label("Upload video").set_input_files(picture_file())
    expect_notice(screen, "Invalid file type", "Please upload a video file (MP4 or WEBM)")


def test_a_video_upload_shows_its_progress_and_can_be_stopped(screen: Page) -> None:
    waiting: list[Route] = []
    screen.route("**/api/uploads/cover-page-video", lambda route: waiting.append(route))
    screen.goto(SCREEN)
    form = open_form(screen)
    form.get_by_label("Media type").select_option("Video")
    form.get_by_label("Upload video").set_input_files(film_file())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    expect(form.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_label("Video URL")).to_have_value("")


def test_carousel_images_are_added_ordered_and_removed(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    form = open_form(screen)
    images = form.get_by_role("group", name="Carousel images")
    expect(images).to_be_hidden()
    form.get_by_label("Title", exact=True).fill("Scenes")
    form.get_by_label("Media type").select_option("Image Carousel")
    form.get_by_label("Upload image").set_input_files(picture_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    images.get_by_label("Upload carousel images").set_input_files(
        [picture_file(f"{colour}.png", colour) for colour in ("gold", "navy", "teal")]
    )
    expect(images.get_by_role("listitem")).to_have_count(3)
    first, second, third = order(form)
    assert_accessible(screen)

    # By the keyboard alone; the focus goes along with the image.
    expect(images.get_by_role("button", name="Move up image 1")).to_be_disabled()
    images.get_by_role("button", name="Move up image 3").press("Enter")
    assert order(form) == [first, third, second]
    expect(images.get_by_role("button", name="Move up image 2")).to_be_focused()
    screen.keyboard.press("Enter")
    assert order(form) == [third, first, second]
    expect(images.get_by_role("button", name="Move down image 1")).to_be_focused()
    expect(images.get_by_role("status")).to_have_text("Image 2 is now image 1 of 3")
    images.get_by_role("button", name="Remove image 2").press("Enter")
    assert order(form) == [third, second]
    expect(images.get_by_role("button", name="Remove image 2")).to_be_focused()

    images.get_by_label("URL of a carousel image").fill("nowhere")
    images.get_by_role("button", name="Add image").click()
    expect(images.get_by_text("Please enter a valid URL", exact=True)).to_be_visible()
    address = upload_picture(site, "black")
    images.get_by_label("URL of a carousel image").fill(address)
    screen.keyboard.press("Enter")
    expect(images.get_by_role("listitem")).to_have_count(3)
    form.get_by_role("switch", name="Active").check()
    form.get_by_role("button", name="Create Cover Page").click()
    expect_notice(screen, "Success", "Cover page created successfully")
    [cover] = read_all(site)
    assert cover["media_urls"] == [f"/uploads/{third}", f"/uploads/{second}", address]
    visit(screen, "/")
    expect(screen.get_by_role("button", name="Go to slide 4")).to_be_visible()


def test_a_carousel_is_edited(screen: Page, site: Site) -> None:
    more = [upload_picture(site, colour) for colour in ("gold", "navy")]
    add_cover(site, "Scenes", media_type="carousel", media_urls=more)
    screen.goto(SCREEN)
    form = open_edit(screen, "Scenes")
    form.get_by_role("button", name="Move down image 1").click()
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    screen.get_by_role("button", name="Restore").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Cover page updated successfully")
    assert read_all(site)[0]["media_urls"] == more[::-1]


def test_the_screen_and_its_dialog_fit_any_width(screen: Page, site: Site) -> None:
    add_cover(site, "Scenes", media_type="carousel", media_urls=[upload_picture(site)])
    screen.goto(SCREEN)
    expect(rows(screen)).to_have_count(1)
    assert_fits_any_width(screen)
    form = open_edit(screen, "Scenes")
    for width in WIDTHS:
        screen.set_viewport_size({"width": width, "height": 800})
        form.get_by_role("switch", name="Active").scroll_into_view_if_needed()
        expect(form.get_by_role("button", name="Save Changes")).to_be_in_viewport()
        too_wide = "form => form.querySelector('.overflow-y-auto').scrollWidth - form.clientWidth"
        assert form.locator("form").evaluate(too_wide) <= 0
        assert_accessible(screen)


@pytest.mark.parametrize("role", ["editor", "user"])
def test_other_roles_are_told_who_reads_the_list(
    page: Page, site: Site, sign_in: SignIn, role: str
) -> None:
    add_cover(site, "Scenes")
    sign_in(page, role)
    page.goto(SCREEN)
    sentence = "This list is shown to administrators only."
    expect(page.get_by_text(sentence, exact=True)).to_be_visible()
    expect(rows(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Refresh")).to_have_count(0)
    # An editor writes what an admin lists.
    add = page.get_by_role("button", name="Add Cover Page")
    expect(add).to_have_count(1 if role == "editor" else 0)
    assert_accessible(page)


def test_nobody_is_sent_to_the_sign_in(page: Page) -> None:
    page.goto(SCREEN)
    expect(page).to_have_url(re.compile("/auth"))
