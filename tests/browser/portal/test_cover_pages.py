"""Cover pages, and the logos of sponsors."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.content import publish_sponsor, upload_image
from tests.browser.files import fake_file, image_file, video_file
from tests.browser.portal.steps import more_of
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, form_field, open_form, visit

SCREEN = "/admin/cover-pages"


pytestmark = pytest.mark.usefixtures("start_empty")


def add_cover(site: Site, title: str, **fields: object) -> dict[str, object]:
    """Create a cover page with an image through the API and return it."""
    page = {"title": title, "image_url": upload_image(site), **fields}
    return site.create("/api/cover-pages", **page)


def read_all(site: Site) -> list[dict[str, object]]:
    pages: list[dict[str, object]] = site.api.get("/api/cover-pages/admin").json()
    return pages


def open_create(page: Page) -> Locator:
    page.get_by_role("button", name="Add Cover Page").click()
    return page.get_by_role("dialog", name="Add Cover Page")


def open_edit(page: Page, title: str) -> Locator:
    page.get_by_role("button", name=f"Edit {title}").click()
    return page.get_by_role("dialog", name="Edit Cover Page")


def rows(page: Page) -> Locator:
    return page.get_by_test_id("record")


def carousel_file_names(form: Locator) -> list[str]:
    """Return the file names of the carousel's images, in their order."""
    return form.get_by_test_id("carousel-images").locator("[title^='/uploads']").all_inner_texts()


def test_activating_a_cover_page_deactivates_the_others(page: Page, site: Site) -> None:
    page.goto(SCREEN)
    expect(page.get_by_text("No cover pages found", exact=True)).to_be_visible()
    sentence = "Making a page active deactivates the others."
    expect(page.get_by_text(sentence, exact=True)).to_be_visible()
    add_cover(site, "Homecoming", is_active=True)
    add_cover(site, "Tonight")
    page.get_by_role("button", name="Refresh").click()
    active = rows(page).filter(has_text="Homecoming")
    expect(active.get_by_text("Active", exact=True)).to_be_visible()
    expect(active.get_by_role("button", name="Set as active")).to_have_count(0)
    page.get_by_role("button", name="Set as active: Tonight").click()
    expect_notice(page, "Success", "Cover page activated successfully")
    tonight = rows(page).filter(has_text="Tonight")
    expect(tonight.get_by_text("Active", exact=True)).to_be_visible()
    expect(active.get_by_text("Inactive", exact=True)).to_be_visible()
    more_of(page, "Homecoming").click()
    expect(page.get_by_role("menuitem", name="History of Homecoming")).to_be_visible()
    expect(page.get_by_role("menuitem", name="View Homecoming on the site")).to_have_count(0)
    page.keyboard.press("Escape")
    more_of(page, "Tonight").click()
    link = page.get_by_role("menuitem", name="View Tonight on the site")
    expect(link).to_have_attribute("href", "/")
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tonight")


def test_a_cover_page_is_scheduled_in_its_form(page: Page, site: Site) -> None:
    add_cover(site, "Homecoming", is_active=True)
    add_cover(site, "Tonight")
    page.goto(SCREEN)
    usual, tonight = (rows(page).filter(has_text=each) for each in ("Homecoming", "Tonight"))
    expect(usual.get_by_text("Shown now", exact=True)).to_be_visible()
    form = open_edit(page, "Tonight")
    start, end = (form_field(form, label) for label in ("Publish at", "Unpublish at"))
    form.get_by_role("switch", name="Active").check()
    expect(start).to_be_hidden()
    form.get_by_role("switch", name="Active").uncheck()
    end.fill("2099-03-01T23:59")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_text("It must be published before it is unpublished")).to_be_visible()
    start.fill("2099-03-01T18:00")
    form.get_by_role("button", name="Save Changes").click()
    expect(tonight.get_by_text("Scheduled", exact=True)).to_be_visible()
    expect(tonight.get_by_text("Shown now", exact=True)).to_have_count(0)
    form = open_edit(page, "Tonight")
    expect(form.get_by_role("button", name="Save draft")).to_be_visible()
    start.fill("2020-03-01T18:00")
    form.get_by_role("button", name="Save Changes").click()
    expect(tonight.get_by_text("Shown now", exact=True)).to_be_visible()
    expect(usual.get_by_text("Active", exact=True)).to_be_visible()
    expect(usual.get_by_text("Shown now", exact=True)).to_have_count(0)
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tonight")
    page.goto(SCREEN)
    page.get_by_role("button", name="Show now: Homecoming").click()
    expect(usual.get_by_text("Shown now", exact=True)).to_be_visible()
    expect(usual.get_by_role("button", name="Show now")).to_have_count(0)
    expect(tonight.get_by_text("Ended", exact=True)).to_be_visible()
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Homecoming")
    add_cover(site, "Another")
    page.goto(SCREEN)
    page.get_by_role("button", name="Set as active: Another").click()
    another = rows(page).filter(has_text="Another")
    expect(another.get_by_text("Shown now", exact=True)).to_be_visible()
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Another")


def test_the_images_are_viewed_in_a_dialog_and_sliders_have_steps_of_one(
    page: Page, site: Site
) -> None:
    more = [upload_image(site, colour) for colour in ("gold", "navy")]
    carousel = {"media_type": "carousel", "media_urls": more}
    add_cover(site, "Scenes", transparency=20, focal_x=70, **carousel)
    page.goto(SCREEN)
    opener = page.get_by_role("button", name="View image: Scenes")
    opener.click()
    dialog = page.get_by_role("dialog", name="Scenes")
    expect(dialog.get_by_role("img")).to_have_count(3)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    form = open_edit(page, "Scenes")
    expect(form.get_by_role("slider", name="Focal point")).to_have_value("70")
    slider = form.get_by_role("slider", name="Overlay transparency")
    value = form.locator("output").first
    for key, expected in (("ArrowRight", "21"), ("End", "100"), ("ArrowLeft", "99")):
        slider.press(key)
        expect(value).to_have_text(expected)
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Success", "Cover page updated successfully")
    [cover] = read_all(site)
    assert (cover["transparency"], cover["focal_x"]) == (99, 70)


def test_a_video_is_uploaded_or_refused_with_a_reason(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404 \(Not Found\).*earlier")
    problems.expect("415")
    page.goto(SCREEN)
    form = open_create(page)
    form.get_by_label("Title", exact=True).fill("The film")
    form.get_by_label("Image URL").fill("/uploads/earlier.png")
    media_type = form.get_by_label("Media type")
    media_type.select_option("Video")
    expect(form.get_by_label("Image URL")).to_have_count(0)
    url = form.get_by_label("Video URL")
    expect(url).to_have_value("")
    media_type.select_option("Image Carousel")
    expect(form.get_by_label("Image URL")).to_have_value("/uploads/earlier.png")

    media_type.select_option("Video")
    file = form.get_by_label("Upload video")
    file.set_input_files(fake_file("a.mp4", "video/mp4"))
    expect_notice(page, "Failed to upload video", "Please upload a video file (MP4 or WEBM)")
    file.set_input_files(image_file())
    expect_notice(page, "Invalid file type", "Please upload a video file (MP4 or WEBM)")
    waiting: list[Route] = []
    page.route("**/api/uploads/cover-page-video", lambda route: waiting.append(route))
    file.set_input_files(video_file())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(url).to_have_value("")

    page.unroute("**/api/uploads/cover-page-video")
    file.set_input_files(video_file())
    expect(url).to_have_value(re.compile(r"\.webm$"))
    form.get_by_role("button", name="Create Cover Page").click()
    expect_notice(page, "Success", "Cover page created successfully")
    [cover] = read_all(site)
    assert cover["media_type"] == "video"
    assert site.api.get(str(cover["image_url"])).headers["content-type"] == "video/webm"


def test_carousel_images_are_added_ordered_and_removed(page: Page, site: Site) -> None:
    page.goto(SCREEN)
    form = open_create(page)
    images = form.get_by_role("group", name="Carousel images")
    expect(images).to_be_hidden()
    form.get_by_label("Title", exact=True).fill("Scenes")
    form.get_by_label("Media type").select_option("Image Carousel")
    form.get_by_label("Upload image").set_input_files(image_file())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    images.get_by_label("Upload carousel images").set_input_files(
        [image_file(f"{colour}.png", colour) for colour in ("gold", "navy", "teal")]
    )
    expect(images.get_by_role("listitem")).to_have_count(3)
    first, second, third = carousel_file_names(form)
    assert_accessible(page)

    # The focus moves with the image.
    expect(images.get_by_role("button", name="Move up image 1")).to_be_disabled()
    images.get_by_role("button", name="Move up image 3").press("Enter")
    assert carousel_file_names(form) == [first, third, second]
    expect(images.get_by_role("button", name="Move up image 2")).to_be_focused()
    page.keyboard.press("Enter")
    assert carousel_file_names(form) == [third, first, second]
    expect(images.get_by_role("button", name="Move down image 1")).to_be_focused()
    expect(images.get_by_role("status")).to_have_text("Image 2 is now image 1 of 3")
    images.get_by_role("button", name="Remove image 2").press("Enter")
    assert carousel_file_names(form) == [third, second]
    expect(images.get_by_role("button", name="Remove image 2")).to_be_focused()

    images.get_by_label("URL of a carousel image").fill("nowhere")
    images.get_by_role("button", name="Add image").click()
    expect(images.get_by_text("Please enter a valid URL", exact=True)).to_be_visible()
    url = upload_image(site, "black")
    images.get_by_label("URL of a carousel image").fill(url)
    page.keyboard.press("Enter")
    expect(images.get_by_role("listitem")).to_have_count(3)
    form.get_by_role("switch", name="Active").check()
    form.get_by_role("button", name="Create Cover Page").click()
    expect_notice(page, "Success", "Cover page created successfully")
    [cover] = read_all(site)
    assert cover["media_urls"] == [f"/uploads/{third}", f"/uploads/{second}", url]
    visit(page, "/")
    expect(page.get_by_role("button", name="Go to slide 4")).to_be_visible()


def test_a_sponsor_links_to_the_website_and_shows_the_logo(page: Page, site: Site) -> None:
    website = "https://example.org/halcyon"
    logo = upload_image(site)
    publish_sponsor(site, "Halcyon Bank", website_url=website, logo_url=logo)
    publish_sponsor(site, "Pelican Post", logo_url=logo)
    page.goto("/admin/sponsors")
    bank = rows(page).filter(has_text="Halcyon Bank")
    link = bank.get_by_role("link", name="Visit website of Halcyon Bank")
    expect(link).to_have_attribute("href", website)
    expect(link).to_have_attribute("target", "_blank")
    other = rows(page).filter(has_text="Pelican Post")
    more_of(page, "Pelican Post").click()
    expect(page.get_by_role("menuitem", name="View Pelican Post on the site")).to_be_visible()
    page.keyboard.press("Escape")
    expect(other.get_by_role("link", name="Visit website")).to_have_count(0)
    opener = page.get_by_role("button", name="View logo of Halcyon Bank")
    opener.click()
    dialog = page.get_by_role("dialog", name="Halcyon Bank")
    expect(dialog.get_by_role("img", name="Logo of Halcyon Bank")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    form = open_form(page, "Add Sponsor", "Add Sponsor")
    tiers = ["Platinum", "Gold", "Silver", "Bronze", "Regular", "Partner"]
    expect(form.get_by_label("Tier").get_by_role("option")).to_have_text(tiers)


LOGO_UPLOAD = "/api/uploads/sponsor-logo"


def test_a_logo_is_uploaded_once_when_the_button_is_pressed(page: Page, problems: Problems) -> None:
    problems.expect("415")
    sent: list[str] = []
    page.on(
        "request", lambda request: sent.append(request.url) if LOGO_UPLOAD in request.url else None
    )
    page.goto("/admin/sponsors")
    form = open_form(page, "Add Sponsor", "Add Sponsor")
    choose = form.get_by_label("Choose logo")
    send = form.get_by_role("button", name="Upload logo")
    url = form.get_by_label("Logo URL")
    failed = ("Upload failed", "Failed to upload the logo. Please try again.")
    send.click()
    expect_notice(page, "No file selected", "Please select a logo image to upload")
    choose.set_input_files(fake_file())
    send.click()
    expect_notice(page, *failed)
    waiting: list[Route] = []
    page.route(f"**{LOGO_UPLOAD}", lambda route: waiting.append(route))
    send.click()
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    form.get_by_role("button", name="Cancel upload").click()
    expect(send).to_be_visible()
    expect(url).to_have_value("")
    page.unroute(f"**{LOGO_UPLOAD}")
    page.route(f"**{LOGO_UPLOAD}", lambda route: route.fulfill(status=201, json={"success": 1}))
    send.click()
    expect(form.get_by_text("Server did not return a valid file URL")).to_be_visible()
    expect_notice(page, *failed)
    page.unroute(f"**{LOGO_UPLOAD}")

    sent.clear()
    choose.set_input_files(image_file())
    expect(form.get_by_text("is not uploaded yet")).to_be_visible()
    expect(url).to_have_value("")
    assert sent == []
    send.press("Enter")
    expect(url).to_have_value(re.compile("^/uploads/"))
    expect(form.get_by_text("is not uploaded yet")).to_have_count(0)
    send.click()
    expect_notice(page, "No file selected", "Please select a logo image to upload")
    assert len(sent) == 1
