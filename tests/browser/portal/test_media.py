"""The media library."""

import base64
import re

import pytest
from playwright.sync_api import FilePayload, JSHandle, Locator, Page, expect

from tests.browser.content import publish_nominee
from tests.browser.files import image_file, video_file
from tests.browser.portal.steps import expect_to_fit
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, open_form, visit

SCREEN = "/admin/media"


@pytest.fixture(autouse=True)
def no_media(site: Site, start_empty: None) -> None:
    for item in site.api.get("/api/admin/media").json()["items"]:
        site.api.delete(f"/api/admin/media/{item['id']}")


def add(
    site: Site,
    name: str,
    colour: str = "plum",
    size: tuple[int, int] = (64, 36),
    **details: object,
) -> str:
    file = image_file(f"{name}.png", colour, size)
    sent = {"file": (file["name"], file["buffer"], file["mimeType"])}
    url: str = site.api.post("/api/uploads/media-image", files=sent).json()["url"]
    if details:
        [item] = site.api.get("/api/admin/media", params={"search": name}).json()["items"]
        response = site.api.patch(f"/api/admin/media/{item['id']}", json=details)
        assert response.is_success, response.text
    return url


def item_of(page: Page, title: str) -> Locator:
    return page.get_by_test_id("record").filter(has_text=title)


def open_details(page: Page, title: str) -> Locator:
    visit(page, SCREEN)
    page.get_by_role("button", name=f"Edit {title}").click()
    dialog = page.get_by_role("dialog", name="Media details")
    expect(dialog.get_by_label("Title")).to_have_value(title)
    return dialog


def transfer_of(page: Page, *files: FilePayload) -> JSHandle:
    """Return a DataTransfer with files, as a drop has it."""
    contents = [
        [file["name"], file["mimeType"], base64.b64encode(file["buffer"]).decode()]
        for file in files
    ]
    return page.evaluate_handle(
        """(files) => {
            const transfer = new DataTransfer();
            for (const [name, type, content] of files) {
                const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
                transfer.items.add(new File([bytes], name, { type }));
            }
            return transfer;
        }""",
        contents,
    )


def test_several_files_are_uploaded_by_dropping_them_on_the_page(page: Page) -> None:
    visit(page, SCREEN)
    expect(page.get_by_text("No images or videos have been uploaded yet.")).to_be_visible()
    files = transfer_of(page, image_file("stage.png"), image_file("bar.png", "gold"), video_file())
    page.locator("body").dispatch_event("dragover", {"dataTransfer": files})
    expect(page.get_by_text("Drop images and videos to upload them")).to_be_visible()
    page.locator("body").dispatch_event("drop", {"dataTransfer": files})
    expect_notice(page, "3 files uploaded")
    expect(page.get_by_test_id("record")).to_have_count(3)
    for title in ("stage", "bar", "film"):
        expect(item_of(page, title)).to_contain_text("Unused")
    assert_accessible(page)
    page.get_by_role("searchbox", name="Search media items").fill("stage")
    expect(page.get_by_test_id("record")).to_have_count(1)


def test_details_and_the_focal_point_reach_the_pages(page: Page, site: Site) -> None:
    publish_nominee(site, "Ada Obi", imageUrl=add(site, "portrait", size=(640, 360)))
    dialog = open_details(page, "portrait")
    expect(dialog.get_by_role("link", name="Ada Obi")).to_be_visible()
    dialog.get_by_label("Alternative text").fill("Ada Obi in her workshop")
    dialog.get_by_label("Credit").fill("Jane Roe")
    slider = dialog.get_by_role("slider", name="From left")
    slider.focus()
    for _ in range(3):
        slider.press("ArrowLeft")
    expect(slider).to_have_value("47")
    expect_to_fit(page)
    # A click has whole pixels: in an image of a few of them, one more would be another point.
    box = dialog.get_by_test_id("focal-image").bounding_box()
    assert box
    dialog.get_by_test_id("focal-image").click(
        position={"x": box["width"] / 4, "y": box["height"] / 2}
    )
    expect(slider).to_have_value("25")
    dialog.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Media item updated", "portrait")
    visit(page, "/nominees")
    image = page.get_by_role("main").get_by_role("img", name="Ada Obi in her workshop")
    expect(image.first).to_have_css("object-position", "25% 50%")
    page.get_by_role("link", name=re.compile("Ada Obi")).first.click()
    expect(page.get_by_text("Photo: Jane Roe")).to_be_visible()


def test_a_file_is_replaced_everywhere_and_it_is_undone(page: Page, site: Site) -> None:
    old, new = add(site, "before"), add(site, "after", "gold")
    path = f"/api/nominees/{publish_nominee(site, 'Ada Obi', imageUrl=old)['id']}"
    dialog = open_details(page, "before")
    dialog.get_by_role("button", name="Replace everywhere").click()
    page.get_by_role("dialog", name="Replace everywhere by").get_by_role(
        "button", name="Choose after"
    ).click()
    expect_notice(page, "File replaced", "before was replaced in 1 record.")
    assert site.api.get(path).json()["imageUrl"] == new
    page.get_by_test_id("notice").get_by_role("button", name="Undo").click()
    expect_notice(page, "Replacement undone", "1 record is as before.")
    assert site.api.get(path).json()["imageUrl"] == old


def test_a_form_takes_an_image_of_the_library_by_keyboard(page: Page, site: Site) -> None:
    add(site, "first")
    url = add(site, "second", "gold")
    visit(page, "/admin/nominees")
    form = open_form(page, "Add Nominee", "Add Nominee")
    button = form.get_by_role("button", name="Choose from library")
    button.press("Enter")
    picker = page.get_by_role("dialog", name="Choose from the media library")
    # The newest comes first.
    picker.get_by_role("button", name="Choose second").focus()
    page.keyboard.press("ArrowRight")
    expect(picker.get_by_role("button", name="Choose first")).to_be_focused()
    assert_accessible(page)
    picker.get_by_role("searchbox").fill("sec")
    expect(picker.get_by_role("button", name="Choose first")).to_have_count(0)
    picker.get_by_role("searchbox").press("Enter")
    expect(page.get_by_test_id("record-dialog")).to_be_attached()
    picker.get_by_role("button", name="Choose second").press("Enter")
    expect(picker).to_have_count(0)
    expect(form.get_by_label("Image URL")).to_have_value(url)
    expect(button).to_be_focused()


def test_unused_items_are_selected_and_deleted_and_a_used_one_stays(page: Page, site: Site) -> None:
    for name in ("stage", "bar", "portrait"):
        url = add(site, name)
    publish_nominee(site, "Ada Obi", imageUrl=url)
    visit(page, SCREEN)
    whole = page.get_by_role("checkbox", name="Select all on this page")
    page.get_by_role("checkbox", name="Select bar").check()
    expect(whole).to_have_js_property("indeterminate", value=True)
    page.get_by_text("Select all on this page").click()
    bar = page.get_by_role("region", name="Selection")
    expect(bar).to_contain_text("3 selected")
    bar.get_by_role("button", name="Set credit").click()
    dialog = page.get_by_role("dialog", name="Set Credit")
    dialog.get_by_label("Credit").fill("Jane Roe")
    dialog.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "3 media items updated")
    page.get_by_role("checkbox", name="Select stage").check()
    page.get_by_role("checkbox", name="Select bar").check()
    bar.get_by_role("button", name="Delete").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(page, "2 media items deleted")
    expect(page.get_by_test_id("record")).to_have_count(1)
    page.get_by_role("button", name="Undo").last.click()
    expect(page.get_by_test_id("record")).to_have_count(3)
    expect(item_of(page, "stage")).to_be_visible()
    page.get_by_role("button", name="Delete portrait").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_notice(
        page,
        "Error deleting media item",
        "'portrait' is used by: nominee 'Ada Obi'. Replace or remove it there first",
    )
