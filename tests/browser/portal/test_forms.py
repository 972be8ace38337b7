"""Forms with fields of their own: posts, events, videos and photos."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.api.entities import EVENT, PHOTO, POST, VIDEO
from tests.browser.content import publish_event, publish_nominee
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import PHONE, assert_accessible, expect_notice, open_form

TEXT = "## A heading\n\nSome **strong** words and <b>no HTML</b>."
LINK = "https://www.youtube.com/watch?v=aqz-KE-bpKQ"
EMBED = re.compile(r"^https://www\.youtube-nocookie\.com/embed/aqz-KE-bpKQ\b.*autoplay=0")

pytestmark = pytest.mark.usefixtures("start_empty")


def open_create(page: Page, slug: str, title: str) -> Locator:
    page.goto(f"/admin/{slug}")
    return open_form(page, title, title)


def wait_for_preview(form: Locator) -> None:
    """Write a text and return once the server has sent its preview."""
    form.get_by_label("Content", exact=True).fill(TEXT)
    expect(form.get_by_role("heading", level=2, name="A heading")).to_be_visible()


def test_the_slug_and_the_date_of_a_post_follow_until_they_are_typed(
    page: Page, site: Site
) -> None:
    form = open_create(page, "blog", "Add Blog Post")
    title, slug = form.get_by_label("Title", exact=True), form.get_by_label("Slug")
    expect(form.get_by_role("textbox", name="Slug", exact=True)).to_have_accessible_description(
        "Used in the post's URL; generated from the title if left blank."
    )
    title.fill("Élan -- vital & more")
    expect(slug).to_have_value("elan-vital-more")
    slug.fill("my-own")
    title.fill("Something else")
    wait_for_preview(form)
    expect(slug).to_have_value("my-own")
    slug.fill("")
    title.fill("The old title")
    expect(slug).to_have_value("the-old-title")

    excerpt = form.get_by_label("Excerpt")
    for text, shown in (("", "0 / 300"), (" çà 🙂 ", "4 / 300"), ("x" * 301, "301 / 300")):
        excerpt.fill(text)
        expect(form.get_by_text(shown)).to_be_visible()
    expect(form.get_by_text("The text is too long")).to_be_attached()
    excerpt.fill("")

    date, switch = form.get_by_label("Published date"), form.get_by_role("switch", name="Published")
    expect(date).to_have_value("")
    switch.check()
    filled = datetime.fromisoformat(date.input_value()).replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - filled) < timedelta(minutes=2)
    form.get_by_role("button", name="Clear date").click()
    expect(date).to_have_value("")
    expect(date).to_be_focused()
    date.fill("2026-02-03T10:30")
    switch.uncheck()
    switch.check()
    expect(date).to_have_value("2026-02-03T10:30")
    form.get_by_role("button", name="Create Blog Post").click()
    expect_notice(page, "Success", "Blog post created successfully")
    [post] = POST.records(site.api)
    assert (post["slug"], post["publishedDate"]) == ("the-old-title", "2026-02-03T10:30:00Z")

    # An edited post keeps its slug unless it is cleared.
    open_form(page, "Edit The old title", "Edit Blog Post")
    form = page.get_by_role("dialog", name="Edit Blog Post")
    title, slug = form.get_by_label("Title", exact=True), form.get_by_label("Slug")
    title.fill("The new title")
    form.get_by_label("Content", exact=True).fill("# Another heading")
    expect(form.get_by_role("heading", name="Another heading")).to_be_visible()
    expect(slug).to_have_value("the-old-title")
    slug.fill("")
    slug.blur()
    expect(slug).to_have_value("the-new-title")


def test_the_preview_and_the_toolbar_show_markdown(page: Page) -> None:
    form = open_create(page, "blog", "Add Blog Post")
    content = form.get_by_label("Content", exact=True)
    preview = form.get_by_role("region", name="Preview of the text")
    expect(preview).to_contain_text("The preview appears here as you write.")
    content.fill(TEXT)
    expect(preview.get_by_role("heading", level=2, name="A heading")).to_be_visible()
    expect(preview.locator("strong")).to_have_text("strong")
    # HTML is shown as text, as by markdown.safe_html.
    expect(preview).to_contain_text("<b>no HTML</b>")
    assert_accessible(page)
    content.fill("[A link](javascript:alert(1)) and text")
    expect(preview).to_contain_text("[A link](javascript:alert(1)) and text")
    expect(preview.locator("a")).to_have_count(0)
    content.fill("Very important")
    content.select_text()
    toolbar = form.get_by_role("toolbar", name="Formatting")
    toolbar.get_by_role("button", name="Bold").click()
    expect(content).to_have_value("**Very important**")
    expect(preview.locator("strong")).to_have_text("Very important")
    toolbar.focus()
    page.keyboard.press("ArrowRight")
    expect(toolbar.get_by_role("button", name="Subheading")).to_be_focused()

    # A phone shows text and preview as tabs.
    page.set_viewport_size({"width": PHONE, "height": 800})
    preview = form.get_by_test_id("markdown-preview")
    expect(preview).to_be_hidden()
    form.get_by_role("tab", name="Write").focus()
    page.keyboard.press("ArrowRight")
    expect(preview.locator("strong")).to_be_visible()
    expect(content).to_be_hidden()
    assert_accessible(page)
    form.get_by_role("tab", name="Write").click()
    expect(content).to_have_value("**Very important**")


WORD_ITEM = (
    "<p class=MsoListParagraph style='mso-list:l0 level{} lfo1'>"
    "<span style='mso-list:Ignore'>{}<span>&nbsp;</span></span>{}</p>"
)
PASTED: dict[str, tuple[str, str]] = {
    "headings": ("<h1>One</h1><h2>Two</h2><p>Text</p>", "# One\n\n## Two\n\nText"),
    "marks": (
        "<p><b>Bold</b>, <em>italic</em> and <a href='https://example.org/'>a link</a></p>",
        "**Bold**, *italic* and [a link](https://example.org/)",
    ),
    "Google Docs": (
        "<b style='font-weight:normal' id='docs-internal-guid-1'><p><span style='font-weight:400'>"
        "Plain </span><span style='font-weight:700'>bold</span><span style='font-style:italic'>"
        " italic</span></p><ul><li><p>One</p></li><ul><li><p>Two</p></li></ul></ul></b>",
        "Plain **bold** *italic*\n\n- One\n  \n  - Two",
    ),
    "Word": (
        "<p class=MsoNormal>Text<o:p></o:p></p>"
        + WORD_ITEM.format(1, "·", "One")
        + WORD_ITEM.format(2, "o", "Two")
        + WORD_ITEM.format(1, "·", "Three")
        + "<p class=MsoNormal>More</p>"
        + WORD_ITEM.format(1, "1.", "First"),
        "Text\n\n- One\n  - Two\n- Three\n\nMore\n\n1. First",
    ),
    "lists": (
        "<ol start=3><li>One</li><li>Two<ul><li>Inner</li></ul></li></ol>",
        "3. One\n4. Two\n   - Inner",
    ),
    "tables": (
        "<table><tr><td><p>A</p></td><td>B</td></tr><tr><td>1<br>2</td><td><b>3</b></td></tr></table>",
        "| A   | B   |\n| --- | --- |\n| 1 2 | **3** |",
    ),
    "nothing formatted": ("<div><span style='color:red'># As *it* is</span></div>", "# As *it* is"),
}
"""Pasted HTML, and the Markdown of it."""


def paste(page: Page, html: str, field: Locator) -> str:
    """Copy HTML, paste it at the end of a field, and return its plain text."""
    plain = unescape(re.sub("<[^>]*>", "", html))
    page.evaluate(
        """content => document.addEventListener("copy", (event) => {
            for (const [type, text] of content) event.clipboardData.setData(type, text);
            event.preventDefault();
        }, { once: true, capture: true })""",
        [["text/html", html], ["text/plain", plain]],
    )
    for key in ("ControlOrMeta+C", "End", "ControlOrMeta+V"):
        field.press(key)
    return plain


def test_formatted_text_is_pasted_as_markdown_and_undo_gives_the_plain_text(page: Page) -> None:
    form = open_create(page, "blog", "Add Blog Post")
    content = form.get_by_label("Content", exact=True)
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url))
    for html, markdown in PASTED.values():
        content.fill("Before ")
        plain = paste(page, html, content)
        expect(content).to_have_value(f"Before {markdown}")
        if markdown != plain:
            content.press("ControlOrMeta+Z")
            expect(content).to_have_value(f"Before {plain}")
    assert len([each for each in scripts if "html_to_markdown" in each]) == 1
    page.goto("/admin/content?new=legal.terms")
    text = page.get_by_test_id("record-dialog").get_by_role("textbox", name="Markdown")
    text.fill("")
    paste(page, "<h2>Terms</h2><p><b>All</b> of them</p>", text)
    expect(text).to_have_value("## Terms\n\n**All** of them")


def test_half_a_time_is_not_saved_as_none_and_a_whole_one_takes_seconds(
    page: Page, site: Site
) -> None:
    form = open_create(page, "events", "Create Event")
    for label in ("Title", "Description", "Location"):
        form.get_by_label(label, exact=True).fill("The toasts")
    for label in ("Start date", "End date"):
        form.get_by_label(label).fill("2031-12-19T20:00")
    form.get_by_role("switch", name="Published").check()
    time = form.get_by_label("Publish at (optional)", exact=True)
    create = form.get_by_role("button", name="Create Event")
    time.press_sequentially("12182031")
    create.click()
    expect(time).to_be_focused()
    assert time.evaluate("input => input.validity.badInput")
    time.fill("2031-12-18T20:00")
    form.get_by_label("Unpublish at").focus()
    expect(time).to_have_attribute("step", "1")
    time.fill("2031-12-18T20:00:05")
    create.click()
    expect_notice(page, "Event created", "The toasts")
    [event] = EVENT.records(site.api)
    assert event["publishAt"] == "2031-12-18T20:00:05Z"


def test_only_virtual_events_store_a_meeting_url(
    page: Page, site: Site, problems: Problems
) -> None:
    problems.expect(r"404 \(Not Found\).*missing")
    meeting = "https://meet.example.org/jury"
    fields = {"isVirtual": True, "virtualMeetingUrl": meeting, "imageUrl": "/uploads/missing.png"}
    publish_event(site, "Jury", "2031-11-20T14:00:00Z", "2031-11-20T16:30:00Z", **fields)
    form = open_create(page, "events", "Create Event")
    form.get_by_role("button", name="Create Event").click()
    expect_notice(page, "Form Error", "Please check the marked fields.")
    expect(form.get_by_label("Title")).to_have_accessible_description("Title is required")
    # Escape closes the form although a notice is shown.
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    form = open_form(page, "Edit Jury", "Edit Event")
    expect(form.get_by_text("No image found at this URL")).to_be_visible()
    expect(form.get_by_text("In the time zone UTC.")).to_have_count(4)
    expect(form.get_by_label("Start date")).to_have_value("2031-11-20T14:00")
    expect(form.get_by_label("Virtual meeting URL")).to_have_value(meeting)
    form.get_by_role("switch", name="Virtual event").uncheck()
    expect(form.get_by_label("Virtual meeting URL")).to_be_hidden()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Event updated", "Jury")
    [event] = EVENT.records(site.api)
    assert (event["isVirtual"], event["virtualMeetingUrl"]) == (False, None)
    page.get_by_role("link", name="Back to Dashboard").click()
    expect(page).to_have_url(re.compile(r"/admin/?$"))


@pytest.fixture
def video_form(page: Page) -> Locator:
    page.route(
        "https://www.youtube-nocookie.com/**",
        lambda route: route.fulfill(body="<p>A player</p>", content_type="text/html"),
    )
    return open_create(page, "videos", "Add Video")


def test_the_preview_of_a_video_follows_its_link(video_form: Locator, problems: Problems) -> None:
    problems.expect("404")
    link = video_form.get_by_label("Video URL")
    preview = video_form.get_by_test_id("video-preview")
    player = preview.get_by_title("Video preview")
    expect(preview).to_contain_text("The preview appears here once there is a link.")
    link.fill(LINK)
    expect(player).to_have_attribute("src", EMBED)
    expect(preview.frame_locator("iframe").get_by_text("A player")).to_be_visible()
    assert_accessible(video_form.page)
    link.fill("https://youtu.be/dQw4w9WgXcQ")
    expect(player).to_have_attribute("src", re.compile("embed/dQw4w9WgXcQ"))
    link.fill("https://example.org/film")
    expect(preview).to_contain_text(
        "There is no player for this link: visitors are shown the link."
    )
    link.fill("https://www.instagram.com/p/abc/")
    expect(preview.get_by_role("link", name="View on Instagram")).to_be_visible()
    link.fill("/uploads/film.mp4")
    expect(player).to_have_js_property("tagName", "VIDEO")
    expect(player).to_have_js_property("autoplay", False)


def test_tags_are_added_and_removed(video_form: Locator, site: Site) -> None:
    page = video_form.page
    video_form.get_by_label("Title", exact=True).fill("Tagged")
    video_form.get_by_label("Video URL").fill(LINK)
    field = video_form.get_by_role("textbox", name="Tags")
    tags = video_form.get_by_role("list", name="Tags").get_by_role("listitem")
    field.fill("  gala ")
    field.press("Enter")
    expect(tags).to_have_text(["gala"])
    field.fill("winners")
    video_form.get_by_role("button", name="Add tag").click()
    expect(tags).to_have_text(["gala", "winners"])
    expect(field).to_be_focused()
    for ignored in ("", "   ", "gala", "Gala"):
        field.fill(ignored)
        field.press("Enter")
    expect(tags).to_have_text(["gala", "winners"])
    expect(video_form).to_be_visible()
    video_form.get_by_role("button", name="Remove gala").focus()
    page.keyboard.press("Enter")
    expect(tags).to_have_text(["winners"])
    field.fill("typed, not added yet")
    video_form.get_by_role("button", name="Create Video").click()
    expect_notice(page, "Success", "Video created successfully")
    assert VIDEO.records(site.api)[0]["tags"] == ["winners", "typed, not added yet"]
    form = open_form(page, "Edit Tagged", "Edit Video")
    form.get_by_role("button", name="Remove winners").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Success", "Video updated successfully")
    assert VIDEO.records(site.api)[0]["tags"] == ["typed, not added yet"]


def test_a_photo_needs_an_image_and_its_nominee_is_chosen_by_keyboard_among_many(
    page: Page, site: Site, image: str, problems: Problems
) -> None:
    problems.expect("503")
    for number in range(12):
        publish_nominee(site, f"Nominee {number:02}", title="Chief Engineer")
    form = open_create(page, "photos", "Add Photo")
    expect(form.get_by_text("JPG, PNG, GIF, WEBP, max 5MB", exact=True)).to_be_visible()
    title, url = form.get_by_label("Title", exact=True), form.get_by_label("Image URL")
    title.fill("On the stage")
    form.get_by_role("button", name="Create Photo").click()
    required = "Please upload an image before submitting."
    expect_notice(page, "Image Required", required)
    expect(url).to_have_accessible_description(re.compile(required))
    expect(title).to_have_value("On the stage")

    nominee = form.get_by_role("combobox", name="Nominee")
    found = form.get_by_role("listbox", name="nominees").get_by_role("option")
    search = re.compile(r"/api/nominees\?")
    page.route(search, lambda route: route.fulfill(status=503, json={"message": ""}))
    nominee.click()
    expect(form.get_by_text("Search failed. Please try again.")).to_be_visible()
    page.unroute(search)
    page.keyboard.press("Escape")
    title.focus()
    nominee.focus()
    page.keyboard.press("ArrowDown")
    expect(found).to_have_count(10)
    expect(form.get_by_text("The first 10 of 12; type to narrow them down")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    expect(form).to_be_visible()
    page.keyboard.type("nominee 11")
    expect(found).to_have_count(1)
    page.keyboard.press("Enter")
    expect(nominee).to_have_value("Nominee 11")
    expect(form).to_be_visible()
    nominee.fill("nothing like it")
    expect(form.get_by_text("No nominees found")).to_be_visible()
    title.focus()
    expect(nominee).to_have_value("Nominee 11")
    url.fill(image)
    form.get_by_role("button", name="Create Photo").click()
    expect_notice(page, "Photo created successfully", "On the stage")
    [photo] = PHOTO.records(site.api)
    assert (photo["nomineeName"], photo["nomineeTitle"]) == ("Nominee 11", "Chief Engineer")
    form = open_form(page, "Edit On the stage", "Edit Photo")
    expect(form.get_by_role("combobox", name="Nominee")).to_have_value("Nominee 11")
    form.get_by_role("button", name="Remove nominee").click()
    form.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "Photo updated successfully", "On the stage")
    assert PHOTO.records(site.api)[0]["nomineeId"] is None
