"""The nominees' screen: the management screen at work on a whole entity."""

import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, Route, ViewportSize, expect

from tests.browser.notices import expect_notice
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible

PHONE: ViewportSize = {"width": 375, "height": 800}
SCREEN = "/admin/nominees"


@pytest.fixture(autouse=True)
def clean(site: Site) -> None:
    """Begin each test without nominees."""
    for nominee in site.api.get("/api/nominees").json():
        site.api.delete(f"/api/nominees/{nominee['id']}")


def add_nominee(site: Site, name: str, **fields: object) -> int:
    """Create a nominee through the API and return its id."""
    nominee = {
        "name": name,
        "title": "Founder",
        "company": "Sahel Solar",
        "bio": "A life in the sun",
        "achievements": "Lights in 12 countries",
        "year": 2025,
        **fields,
    }
    created = site.create("/api/nominees", **nominee)["id"]
    assert isinstance(created, int)
    return created


def read_all(site: Site) -> list[dict[str, object]]:
    """Return all nominees, as the API gives them to staff."""
    nominees: list[dict[str, object]] = site.api.get("/api/nominees").json()
    return nominees


def fill_in(form: Locator, **fields: str) -> None:
    """Fill in the form's fields by their labels."""
    for label, text in fields.items():
        form.get_by_label(label, exact=True).fill(text)


def picture() -> FilePayload:
    """Return a small PNG."""
    data = BytesIO()
    Image.new("RGB", (40, 50), "plum").save(data, "PNG")
    return {"name": "portrait.png", "mimeType": "image/png", "buffer": data.getvalue()}


def test_an_empty_list_says_so(screen: Page) -> None:
    screen.goto(SCREEN)
    expect(screen.get_by_text("No nominees found", exact=True)).to_be_visible()
    assert_accessible(screen)


def test_the_table_shows_labels_and_badges(screen: Page, site: Site) -> None:
    add_nominee(site, "Amara Okafor", category="startup", isWinner=True, isFinalist=True)
    add_nominee(site, "Bisi Laurent", isPublished=False)
    screen.goto(SCREEN)
    table = screen.get_by_role("table", name="Nominees")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Name", "Title and Company", "Category", "Year", "Status", "Actions"]
    )
    amara = table.get_by_role("row").filter(has_text="Amara Okafor")
    for text in ("AO", "Founder", "Sahel Solar", "Startup of the Year", "2025"):
        expect(amara.get_by_text(text, exact=True)).to_be_visible()
    for badge in ("Published", "Finalist", "Winner"):
        expect(amara.get_by_text(badge, exact=True)).to_be_visible()
    bisi = table.get_by_role("row").filter(has_text="Bisi Laurent")
    expect(bisi.get_by_text("Draft", exact=True)).to_be_visible()
    expect(bisi.get_by_text("Winner")).to_have_count(0)
    assert_accessible(screen)


def test_search_finds_every_word_in_any_column(screen: Page, site: Site) -> None:
    add_nominee(site, "Amara Okafor", category="startup")
    add_nominee(site, "Bisi Laurent", category="tech")
    screen.goto(SCREEN)
    search = screen.get_by_role("searchbox", name="Search nominees")
    rows = screen.get_by_test_id("record")
    expect(rows).to_have_count(2)
    search.fill("STARTUP okafor")
    expect(screen.get_by_text("1 of 2")).to_be_visible()
    expect(rows).to_have_text(re.compile("Amara Okafor"))
    search.fill("nobody")
    expect(screen.get_by_text("No nominees found", exact=True)).to_be_visible()
    expect(screen.get_by_text("Try adjusting your search query.")).to_be_visible()
    search.fill("")
    expect(rows).to_have_count(2)


def test_a_nominee_is_created_with_the_defaults(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    expect(form.get_by_label("Name", exact=True)).to_be_focused()
    expect(form.get_by_label("Category")).to_have_value("leadership")
    expect(form.get_by_role("switch", name="Published")).to_be_checked()
    expect(form.get_by_role("switch", name="Winner")).not_to_be_checked()
    assert_accessible(screen)
    fill_in(
        form,
        Name="Chidi Rahman",
        Title="Chief Scientist",
        Company="Blue Delta",
        Bio="She reads rivers.",
        Achievements="Clean water for a million",
    )
    form.get_by_label("Category").select_option("Social Impact")
    form.get_by_role("switch", name="Finalist").check()
    form.get_by_role("button", name="Create Nominee").click()
    expect_notice(screen, "Success", "Nominee created successfully")
    expect(form).to_be_hidden()
    expect(screen.get_by_test_id("record")).to_have_text(re.compile("Chidi Rahman"))
    [nominee] = read_all(site)
    assert nominee["category"] == "social-impact"
    assert (nominee["isFinalist"], nominee["isWinner"], nominee["isPublished"]) == (
        True,
        False,
        True,
    )
    assert nominee["imageUrl"] is None


def test_what_the_server_refuses_stands_beside_its_field(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    fill_in(form, Name="Dalia", Title="x")
    form.get_by_label("LinkedIn URL").fill("nowhere")
    form.get_by_role("button", name="Create Nominee").click()
    for message in (
        "Title must be at least 2 characters",
        "Company must be at least 2 characters",
        "Bio must be at least 10 characters",
        "Achievements must be at least 10 characters",
        "Please enter a valid LinkedIn URL",
    ):
        expect(form.get_by_text(message, exact=True)).to_be_visible()
    title = form.get_by_label("Title", exact=True)
    expect(title).to_be_focused()
    expect(title).to_have_attribute("aria-invalid", "true")
    expect(title).to_have_accessible_description(re.compile("Title must be at least 2 characters"))
    expect(form.get_by_label("Name", exact=True)).to_have_value("Dalia")
    expect(form.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "false")
    assert_accessible(screen)
    assert read_all(site) == []


def test_a_nominee_is_edited(screen: Page, site: Site) -> None:
    add_nominee(site, "Esther Diallo")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Esther Diallo").click()
    form = screen.get_by_role("dialog", name="Edit Nominee")
    expect(form.get_by_label("Company")).to_have_value("Sahel Solar")
    fill_in(form, Company="Kite & Loom", Year="2024")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Nominee updated successfully")
    [nominee] = read_all(site)
    assert (nominee["company"], nominee["year"]) == ("Kite & Loom", 2024)
    expect(screen.get_by_role("button", name="Edit Esther Diallo")).to_be_focused()


def test_publishing_flips_one_field_and_visitors_see_it(screen: Page, site: Site) -> None:
    add_nominee(site, "Folake Haddad", isPublished=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish Folake Haddad", exact=True).click()
    expect_notice(screen, "Success", "Nominee published successfully")
    published = site.api.get("/api/nominees/published").json()
    assert [each["name"] for each in published] == ["Folake Haddad"]
    screen.get_by_role("button", name="Unpublish Folake Haddad").click()
    expect_notice(screen, "Success", "Nominee unpublished successfully")
    assert site.api.get("/api/nominees/published").json() == []


def test_a_double_click_publishes_once(screen: Page, site: Site) -> None:
    add_nominee(site, "Gloria Reyes", isPublished=False)
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Publish Gloria Reyes", exact=True).dblclick()
    expect_notice(screen, "Success", "Nominee published successfully")
    expect(screen.get_by_role("button", name="Unpublish Gloria Reyes")).to_be_visible()
    done = [each["action"] for each in site.api.get("/api/admin/activity").json()]
    assert done[:2] == ["published", "created"]


def test_saving_without_a_change_closes_and_writes_nothing(screen: Page, site: Site) -> None:
    add_nominee(site, "Gisele Moreau")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Gisele Moreau").click()
    form = screen.get_by_role("dialog", name="Edit Nominee")
    form.get_by_role("button", name="Save Changes").click()
    expect(form).to_be_hidden()
    assert site.api.get("/api/admin/activity").json()[0]["action"] == "created"


def test_deleting_asks_first(screen: Page, site: Site) -> None:
    add_nominee(site, "Grace Silva")
    screen.goto(SCREEN)
    opener = screen.get_by_role("button", name="Delete Grace Silva")
    opener.click()
    question = screen.get_by_role("alertdialog", name="Are you sure?")
    expect(question).to_contain_text("Grace Silva")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    assert_accessible(screen)
    screen.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(opener).to_be_focused()
    assert len(read_all(site)) == 1
    opener.click()
    question.get_by_role("button", name="Delete").click()
    expect_notice(screen, "Success", "Nominee deleted successfully")
    expect(screen.get_by_text("No nominees found", exact=True)).to_be_visible()
    assert read_all(site) == []


def test_a_failed_write_shows_the_servers_message(screen: Page, site: Site) -> None:
    record_id = add_nominee(site, "Halima Ndlovu")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Halima Ndlovu").click()
    form = screen.get_by_role("dialog", name="Edit Nominee")
    form.wait_for()
    site.api.delete(f"/api/nominees/{record_id}")
    fill_in(form, Company="Too late")
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Error", "Failed to update nominee: Nominee not found")
    expect(screen.get_by_test_id("notice")).to_have_attribute("data-variant", "destructive")
    expect(form.get_by_label("Company")).to_have_value("Too late")


def test_a_nominee_that_cannot_be_read_for_the_form_is_told(screen: Page, site: Site) -> None:
    record_id = add_nominee(site, "Halima Ndlovu")
    screen.goto(SCREEN)
    edit = screen.get_by_role("button", name="Edit Halima Ndlovu")
    edit.wait_for()
    site.api.delete(f"/api/nominees/{record_id}")
    edit.click()
    expect_notice(screen, "Error", "Failed to fetch nominee: Nominee not found")
    expect(screen.get_by_text("No nominees found", exact=True)).to_be_visible()


def restore(screen: Page) -> None:
    """Press Restore in the notice of a dialog that was closed unsaved."""
    screen.get_by_test_id("notice").get_by_role("button", name="Restore").press("Enter")


@pytest.mark.parametrize("way", ["Cancel", "Close", "Escape"])
def test_closing_the_dialog_resets_its_form_without_a_question(screen: Page, way: str) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    fill_in(form, Name="Ines")
    if way == "Escape":
        screen.keyboard.press("Escape")
    else:
        form.get_by_role("button", name=way, exact=True).click()
    expect(form).to_be_hidden()
    expect(screen.get_by_role("alertdialog")).to_have_count(0)
    expect_notice(screen, "Changes discarded")
    screen.get_by_role("button", name="Add Nominee").click()
    expect(form.get_by_label("Name", exact=True)).to_have_value("")


def test_what_was_typed_can_be_restored(screen: Page, site: Site) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    fill_in(form, Name="Ines", Title="Founder", Company="Sol", Bio="A life in the sun", Year="20")
    form.get_by_label("Category").select_option("Technology")
    form.get_by_role("switch", name="Winner").check()
    form.get_by_role("switch", name="Published").uncheck()
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    restore(screen)
    # Closed again without more typing, the same is offered again.
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    restore(screen)
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    expect(form.get_by_label("Year")).to_have_value("20")
    expect(form.get_by_role("switch", name="Winner")).to_be_checked()
    expect(form.get_by_role("switch", name="Published")).not_to_be_checked()
    assert_accessible(screen)
    fill_in(form, Achievements="Lights in 12 countries", Year="2025")
    form.get_by_role("button", name="Create Nominee").click()
    expect_notice(screen, "Success", "Nominee created successfully")
    [created] = read_all(site)
    assert (created["name"], created["category"], created["isPublished"]) == ("Ines", "tech", False)


def test_nothing_is_offered_when_nothing_was_typed(screen: Page) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_be_hidden()
    expect(screen.get_by_test_id("notice")).to_have_count(0)


def test_input_is_restored_on_its_own_screen(screen: Page) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    fill_in(form, Name="Ines")
    screen.keyboard.press("Escape")
    expect_notice(screen, "Changes discarded")
    screen.get_by_test_id("admin-sidebar").get_by_role("link", name="Events").click()
    expect(screen.get_by_test_id("events-screen")).to_be_visible()
    restore(screen)
    expect(screen.get_by_test_id("nominees-screen")).to_be_visible()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")


def test_leaving_the_page_with_unsaved_input_asks_first(screen: Page) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    form.get_by_label("Name", exact=True).press_sequentially("Ines")
    with screen.expect_event("dialog") as asked:
        screen.evaluate("setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Ines")
    screen.keyboard.press("Escape")
    expect(form).to_be_hidden()
    # With a question, Playwright would fail here.
    screen.reload()
    expect(screen.get_by_role("button", name="Add Nominee")).to_be_visible()


def test_a_portrait_is_uploaded_and_previewed(screen: Page, site: Site) -> None:
    add_nominee(site, "Jumoke Petrova")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Edit Jumoke Petrova").click()
    form = screen.get_by_role("dialog", name="Edit Nominee")
    form.get_by_label("Upload image").set_input_files(picture())
    expect(form.get_by_role("img", name="Preview")).to_be_visible()
    expect(form.get_by_label("Image URL")).to_have_value(re.compile(r"\.\w+$"))
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(screen, "Success", "Nominee updated successfully")
    [nominee] = read_all(site)
    assert site.api.get(str(nominee["imageUrl"])).headers["content-type"].startswith("image/")


def test_an_upload_shows_its_progress_and_can_be_stopped(screen: Page) -> None:
    waiting: list[Route] = []
    screen.route("**/api/uploads/**", lambda route: waiting.append(route))
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    form = screen.get_by_role("dialog", name="Add Nominee")
    form.get_by_label("Upload image").set_input_files(picture())
    expect(form.get_by_role("progressbar", name="Upload progress")).to_be_visible()
    expect(form.get_by_text(re.compile(r"^\d+%$"))).to_be_visible()
    assert_accessible(screen)
    form.get_by_role("button", name="Cancel upload").click()
    expect(form.get_by_label("Upload image")).to_be_attached()
    expect(form.get_by_label("Image URL")).to_have_value("")


@pytest.mark.parametrize(
    ("file", "title", "description"),
    [
        (
            {"name": "a.png", "mimeType": "image/png", "buffer": b"x" * (5 * 1024 * 1024 + 1)},
            "File too large",
            "Image must be less than 5MB",
        ),
        (
            {"name": "a.txt", "mimeType": "text/plain", "buffer": b"words"},
            "Invalid file type",
            "Please upload an image file",
        ),
    ],
)
def test_files_that_cannot_be_images_are_not_sent(
    screen: Page, file: FilePayload, title: str, description: str
) -> None:
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    screen.get_by_label("Upload image").set_input_files(file)
    expect_notice(screen, title, description)


def test_a_file_that_is_no_image_inside_is_refused(screen: Page, problems: Problems) -> None:
    problems.expect("415")
    screen.goto(SCREEN)
    screen.get_by_role("button", name="Add Nominee").click()
    fake: FilePayload = {"name": "a.png", "mimeType": "image/png", "buffer": b"words"}
    screen.get_by_label("Upload image").set_input_files(fake)
    expect_notice(screen, "Upload Failed", "Could not upload image. Please try again.")


def test_a_phone_shows_cards(screen: Page, site: Site) -> None:
    add_nominee(site, "Keziah Kimani", isWinner=True)
    screen.set_viewport_size(PHONE)
    screen.goto(SCREEN)
    card = screen.get_by_test_id("record")
    expect(card.get_by_text("Winner")).to_be_visible()
    assert_accessible(screen)
    card.get_by_role("button", name="Edit Keziah Kimani").click()
    form = screen.get_by_role("dialog", name="Edit Nominee")
    form.get_by_role("switch", name="Published").scroll_into_view_if_needed()
    expect(form.get_by_role("button", name="Save Changes")).to_be_in_viewport()
