"""Contact Messages, on a site that sends email."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.portal.steps import expect_to_fit, use_notice
from tests.browser.site import Site, serve
from tests.browser.visits import PHONE, expect_notice, visit, wait_until
from tests.smtp_server import SmtpServer, text_of

SCREEN = "/admin/messages"
API = "/api/admin/contact"

pytestmark = pytest.mark.usefixtures("start_empty")


@pytest.fixture(scope="module")
def site(built: None, smtp: SmtpServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site of its own, which sends email and no receipts."""
    options = {"AWARDS_SMTP_URL": smtp.url, "AWARDS_MAIL_CONTACT_RECEIPTS": "0"}
    with serve(tmp_path_factory.mktemp("data"), **options) as site:
        yield site


def send(site: Site, name: str, **fields: str) -> str:
    body = {
        "name": name,
        "email": "ada@example.org",
        "inquiryType": "media",
        "message": "May I write about the ceremony?",
    }
    site.create("/api/contact", **(body | fields))
    return f"{API}/{stored(site)[0]['id']}"


def stored(site: Site) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = site.api.get(API).json()
    return messages


def open_message(page: Page, name: str) -> Locator:
    page.goto(SCREEN)
    page.get_by_role("button", name=f"View message from {name}").click()
    return page.get_by_role("dialog", name="Message Details")


def test_a_message_of_a_visitor_is_listed_and_read(page: Page, site: Site) -> None:
    send(site, "Bisi Laurent")
    visit(page, "/contact")
    form = page.get_by_test_id("contact-form")
    form.get_by_label("Name", exact=True).fill("Ada Okafor")
    form.get_by_label("Email", exact=True).fill("ada+press@example.org")
    form.get_by_label("Subject", exact=True).fill("Tickets & seats?")
    form.get_by_label("Inquiry type").select_option("nomination")
    form.get_by_label("Message", exact=True).fill("First line of it.\nSecond line of it.")
    form.get_by_role("button", name="Send Message").click()
    expect(page.get_by_test_id("notice")).to_be_visible()
    page.goto(SCREEN)
    rows = page.get_by_test_id("record")
    expect(rows.first.get_by_text("Ada Okafor", exact=True)).to_have_css("font-weight", "600")
    opener = page.get_by_role("button", name="View message from Ada Okafor")
    opener.click()
    details = page.get_by_role("dialog", name="Message Details")
    for fact in ("Ada Okafor", "ada+press@example.org", "Nomination", "Tickets & seats?"):
        expect(details.get_by_text(fact, exact=True)).to_be_visible()
    expect(details.get_by_text(re.compile(r"\d{4}, \d+:\d\d [AP]M UTC$"))).to_be_visible()
    text = details.get_by_text("First line of it.")
    assert text.inner_text() == "First line of it.\nSecond line of it."
    link = details.get_by_role("link", name="Reply via Email")
    reply = urlsplit(link.get_attribute("href") or "")
    assert (reply.scheme, reply.path) == ("mailto", "ada%2Bpress@example.org")
    assert parse_qs(reply.query) == {"subject": ["Re: Tickets & seats?"]}
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    # Opening it has marked it as read.
    expect(rows.first.get_by_text("Ada Okafor", exact=True)).to_have_css("font-weight", "400")
    expect(rows.first.get_by_text("Unread", exact=True)).to_have_count(0)
    assert [each["isRead"] for each in stored(site)] == [True, False]
    page.get_by_role("tab", name="Unread").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Bisi Laurent")


def test_a_message_that_cannot_be_marked_as_read_is_still_shown(page: Page, site: Site) -> None:
    address = send(site, "Ada Okafor")
    page.goto(SCREEN)
    expect(page.get_by_test_id("record")).to_have_count(1)
    site.api.delete(address)
    page.get_by_test_id("record").get_by_text("Ada Okafor", exact=True).click()
    expect(page.get_by_role("dialog", name="Message Details")).to_be_visible()
    expect_notice(page, "Error updating message", "Message not found")


def test_a_message_and_its_answer_fit_the_window_of_a_phone(page: Page, site: Site) -> None:
    send(site, "Ada Okafor", subject="A long question", message="Is there a seat left? " * 40)
    page.set_viewport_size({"width": PHONE, "height": 667})
    details = open_message(page, "Ada Okafor")
    for label in ("Template", "Reply text"):
        expect(details.get_by_label(label)).to_be_in_viewport(ratio=1)
    link = details.get_by_role("link", name="Reply via Email")
    button = details.get_by_role("button", name="Send Reply")
    button.click(trial=True)
    color = "each => getComputedStyle(each).backgroundColor"
    assert link.evaluate(color) == details.get_by_role("button", name="Delete").evaluate(color)
    assert link.evaluate(color) != button.evaluate(color)


def test_a_message_is_taken_noted_and_answered(page: Page, site: Site, smtp: SmtpServer) -> None:
    send(site, "Ada Okafor", email="ADA@example.org", subject="An earlier question")
    send(site, "Ada O.", subject="Tickets?")
    details = open_message(page, "Ada O.")
    earlier = details.get_by_role("region", name="Same address")
    expect(earlier).to_contain_text("An earlier question")

    details.get_by_role("button", name="Assign to me").click()
    expect(details.get_by_label("Assigned to").locator("option:checked")).to_have_text(
        "Test Editor"
    )
    expect(details.get_by_role("button", name="Assign to me")).to_have_count(0)
    details.get_by_label("Status").select_option("In progress")
    row = page.get_by_test_id("record").filter(has_text="Ada O.")
    expect(row).to_contain_text("In progress")
    expect(row).to_contain_text("Test Editor")

    notes = details.get_by_role("region", name="Notes")
    notes.get_by_role("button", name="Add Note").click()
    expect(notes.get_by_text("Text is required")).to_be_visible()
    notes.get_by_label("New note").fill("Two seats are left.")
    notes.get_by_role("button", name="Add Note").click()
    expect(notes.get_by_role("listitem")).to_contain_text("Two seats are left.")
    expect(notes.get_by_label("New note")).to_have_value("")

    form = details.get_by_role("region", name="Reply")
    expect(form.get_by_label("Reply subject")).to_have_value("Re: Tickets?")
    text = form.get_by_label("Reply text")
    text.fill("Yes!")
    form.get_by_label("Template").select_option("Sponsorship")
    expect(text).to_have_value(re.compile("^Yes!\n\nDear Ada O\\.,\n\nThank you for your interest"))
    # Another one takes the place of one that has not been changed.
    form.get_by_label("Template").select_option("Thank you")
    expect(text).to_have_value(re.compile(r"^Yes!\n\nDear Ada O\.,\n\nThank you"))
    expect_to_fit(page, details.get_by_role("button", name="Mark as unread"))
    form.get_by_role("button", name="Send Reply").click()
    expect_notice(page, "Reply sent", "An email to Ada O. is on its way.")
    wait_until(page, lambda: bool(smtp.sent_to("ada@example.org")))
    assert "Dear Ada O.," in text_of(smtp.sent_to("ada@example.org")[0])
    expect(text).to_have_value("")
    expect(details.get_by_label("Status")).to_have_value("answered")
    expect(earlier).to_contain_text("Reply by Test Editor")

    notes.get_by_role("button", name="Delete note").click()
    question = notes.get_by_role("group", name="Delete this note?")
    expect(question.get_by_role("button", name="Keep")).to_be_focused()
    question.get_by_role("button", name="Keep").press("Enter")
    expect(question).to_be_hidden()
    notes.get_by_role("button", name="Delete note").click()
    question.get_by_role("button", name="Delete").click()
    expect(notes.get_by_role("listitem")).to_have_count(0)


def test_each_message_opened_in_one_visit_is_answered_with_its_own_details(
    page: Page, site: Site, smtp: SmtpServer
) -> None:
    for name, address in (("Alma Roth", "alma@example.org"), ("$& Bo Lee", "bo@example.org")):
        message = send(site, name, email=address, subject=f"From {name}")
        site.create(f"{message}/notes", text=f"A note on {name}")
        site.create(f"{message}/replies", subject=f"To {name}", text=f"An answer to {name}")
    site.api.patch(f"{API}/{stored(site)[1]['id']}", json={"status": "spam"})
    details = open_message(page, "Alma Roth")
    expect(details.get_by_role("region", name="Notes")).to_contain_text("A note on Alma Roth")
    expect(details.get_by_role("region", name="Same address")).to_contain_text("To Alma Roth")
    form = details.get_by_role("region", name="Reply")
    form.get_by_label("Reply text").fill("Only for Alma")
    form.get_by_label("Template").select_option("Thank you")
    page.keyboard.press("Escape")
    expect(details).to_be_hidden()

    other = page.get_by_role("button", name="View message from $& Bo Lee")
    other.click()
    expect(details.get_by_role("region", name="Notes")).to_contain_text("A note on $& Bo Lee")
    expect(details.get_by_role("region", name="Same address")).to_contain_text("To $& Bo Lee")
    expect(details.get_by_label("Status")).to_have_value("answered")
    expect(form.get_by_label("Reply subject")).to_have_value("Re: From $& Bo Lee")
    expect(form.get_by_label("Reply text")).to_have_value("")
    expect(details).not_to_contain_text("Alma")
    form.get_by_label("Template").select_option("Thank you")
    expect(form.get_by_label("Reply text")).to_have_value(re.compile(r"^Dear \$& Bo Lee,"))
    received = len(smtp.sent_to("bo@example.org"))

    # Another message is opened at the moment at which the reply is sent.
    page.evaluate(
        """() => {
            document.querySelector('[aria-label="View message from Alma Roth"]').click();
            document.querySelector("[role=dialog] form").requestSubmit();
        }"""
    )
    expect_notice(page, "Nothing was changed")
    expect(details).to_contain_text("From Alma Roth")
    expect(form.get_by_label("Reply text")).to_have_value("")
    page.keyboard.press("Escape")
    other.click()
    details.get_by_role("group", name="Unsaved changes").get_by_role(
        "button", name="Restore"
    ).click()
    expect(form.get_by_label("Reply text")).to_have_value(re.compile(r"^Dear \$& Bo Lee,"))
    expect(details.get_by_role("region", name="Notes")).to_contain_text("A note on $& Bo Lee")
    form.get_by_role("button", name="Send Reply").click()
    expect_notice(page, "Reply sent", "An email to $& Bo Lee is on its way.")
    expect(form.get_by_label("Reply text")).to_have_value("")
    expect(details.get_by_role("group", name="Unsaved changes")).to_have_count(0)
    wait_until(page, lambda: len(smtp.sent_to("bo@example.org")) > received)
    assert "Dear $& Bo Lee," in text_of(smtp.sent_to("bo@example.org")[-1])
    assert all("Bo Lee" not in text_of(each) for each in smtp.sent_to("alma@example.org"))


def test_a_reply_that_was_not_delivered_is_marked(page: Page, site: Site, smtp: SmtpServer) -> None:
    address = send(site, "Chidi Park", email="chidi@example.org")
    smtp.refusals = ["550 No such user"]
    site.create(f"{address}/replies", subject="Re: Media", text="Yes.")
    wait_until(page, lambda: not smtp.refusals)
    thread = f"{address}/thread"
    wait_until(page, lambda: site.api.get(thread).json()["replies"][0]["delivery"] == "failed")
    replies = open_message(page, "Chidi Park").get_by_role("region", name="Same address")
    expect(replies.get_by_text("Not delivered")).to_be_visible()
    expect(replies).to_contain_text("No such user")


def test_who_takes_a_message_too_late_sees_who_has_it(page: Page, site: Site) -> None:
    address = send(site, "Dana Ito")
    details = open_message(page, "Dana Ito")
    expect(details.get_by_label("Assigned to").locator("option").nth(1)).to_be_attached()
    administrator = site.api.get("/api/auth/me").json()["id"]
    site.api.patch(address, json={"assigneeId": administrator})
    details.get_by_role("button", name="Assign to me").click()
    expect_notice(
        page,
        "Error updating message",
        "This was changed in the meantime. It is assigned to Administrator; status: New.",
    )
    expect(details.get_by_label("Assigned to")).to_have_value(str(administrator))
    # What someone else changed besides does not stop one from changing the status.
    site.api.patch(address, json={"assigneeId": None})
    details.get_by_label("Status").select_option("Spam")
    expect(details.get_by_role("button", name="Mark as unread")).to_have_count(0)
    assert stored(site)[0]["status"] == "spam"


def test_unsent_input_is_restored_also_after_its_message_was_deleted(
    page: Page, site: Site
) -> None:
    address = send(site, "Ebba Lund")
    details = open_message(page, "Ebba Lund")
    note, text = details.get_by_label("New note"), details.get_by_label("Reply text")
    note.fill("Call her")
    page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    use_notice(page, "Restore")
    expect(note).to_have_value("Call her")
    expect(details.get_by_label("Reply subject")).to_have_value("Re: Media")
    text.fill("Half a reply")
    details.get_by_role("button", name="Add Note").click()
    expect(details.get_by_role("region", name="Notes").get_by_role("listitem")).to_contain_text(
        "Call her"
    )
    expect(note).to_have_value("")
    details.get_by_role("button", name="Mark as unread").click()
    use_notice(page, "Restore")
    expect(text).to_have_value("Half a reply")
    assert [each["isRead"] for each in stored(site)] == [False]

    details.get_by_role("button", name="Delete", exact=True).click()
    question = page.get_by_role("alertdialog", name="Are you sure?")
    question.get_by_role("button", name="Delete").click()
    expect(question).to_be_hidden()
    use_notice(page, "Undo")
    page.get_by_role("button", name="View message from Ebba Lund").click()
    details.get_by_role("group", name="Unsaved changes").get_by_role(
        "button", name="Restore"
    ).click()
    expect(text).to_have_value("Half a reply")
    site.api.delete(address)
    details.get_by_role("button", name="Send Reply").click()
    expect_notice(page, "Reply not sent", "Message not found")
    expect(text).to_have_value("Half a reply")


def test_twenty_messages_are_answered_in_under_forty_clicks(
    page: Page, site: Site, smtp: SmtpServer
) -> None:
    for number in range(20):
        send(site, f"Sender {number}", email=f"s{number}@example.org", subject=f"Seat {number}")
    details = open_message(page, "Sender 19")
    expect(details.get_by_role("status")).to_have_text("1 of 20")
    details.get_by_label("Reply text").fill("Half a reply")
    details.get_by_role("button", name="Next message").click()
    expect(details).to_contain_text("From Sender 18")
    expect(details.get_by_label("Reply text")).to_have_value("")
    for key, number in (("j", 17), ("k", 18), ("k", 19)):
        page.keyboard.press(key)
        expect(details).to_contain_text(f"From Sender {number}")
    kept = details.get_by_role("group", name="Unsaved changes")
    kept.get_by_role("button", name="Restore").click()
    expect(details.get_by_label("Reply text")).to_have_value("Half a reply")
    # In a field, the keys are letters.
    details.get_by_label("Reply text").press_sequentially("jk")
    expect(details).to_contain_text("From Sender 19")
    details.get_by_label("Reply text").fill("")
    message, text = details.get_by_text("May I write about"), details.get_by_label("Reply text")
    end = message.evaluate("each => each.getBoundingClientRect().right")
    assert end <= text.evaluate("each => each.getBoundingClientRect().left")
    page.keyboard.press("Escape")

    page.evaluate("clicks = 0; addEventListener('click', () => { clicks += 1; }, true)")
    page.get_by_label("Select all on this page").first.check()
    # A colleague answers one of them meanwhile.
    answered = f"{API}/{stored(site)[5]['id']}"
    site.create(f"{answered}/replies", subject="Re: Seat", text="Yes.")
    page.get_by_role("button", name="Reply", exact=True).click()
    dialog = page.get_by_role("dialog", name="Reply to the selected messages")
    dialog.get_by_label("Template").select_option("Thank you")
    dialog.get_by_role("button", name="Preview Replies").click()
    preview = dialog.get_by_role("listitem").filter(has_text="Sender 18, s18@example.org")
    expect(preview).to_contain_text(re.compile("Re: Seat 18.*Dear Sender 18,"))
    expect_to_fit(page, dialog.get_by_role("button", name="Send Replies (20)"))
    dialog.get_by_role("button", name="Send Replies (20)").click()
    expect_notice(page, "19 replies sent")
    failed = dialog.get_by_role("listitem")
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text("Sender 14, s14@example.org")
    expect(failed).to_contain_text("Someone else has answered it in the meantime")
    wait_until(page, lambda: bool(smtp.sent_to("s0@example.org")))
    assert "Dear Sender 0," in text_of(smtp.sent_to("s0@example.org")[0])
    # Choosing the template are two clicks, of which Playwright makes none.
    assert page.evaluate("clicks") + 2 == 6
    page.keyboard.press("Escape")
    page.get_by_label("Select all on this page").first.check()
    page.get_by_role("button", name="Set assignee").click()
    question = page.get_by_role("dialog", name="Set Assignee")
    question.get_by_label("Assignee").select_option("Test Editor")
    question.get_by_role("button", name="Save Changes").click()
    expect_notice(page, "20 contact messages updated")
    assert {each["assigneeName"] for each in stored(site)} == {"Test Editor"}
