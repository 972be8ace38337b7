"""Contact messages: what staff do with them, and emails about them."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from httpx import Client, Response

from awards_site.core.http.rate_limits import REPLIES
from awards_site.features.messages.replies import MAX_THREAD, REPLY_TEMPLATES
from awards_site.features.messages.service import notify_staff
from awards_site.operations.retention import purge_expired
from tests.api.client import body_of
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import MESSAGE, SECTION, USER
from tests.api.test_errors import assert_problem
from tests.factories import Body
from tests.smtp_server import SmtpServer, deliver, html_of, text_of

LIST = "/api/admin/contact"
RECIPIENTS = "desk@example.org, press@example.org"
REPLY = {"subject": "Re: Tickets", "text": "Dear Ada,\n\nYes, two.\nSee you <there>!"}


@pytest.fixture
def message(editor: Client) -> Body:
    return MESSAGE.create(editor, name="Ada", email="ada@example.org")


def url(message: Body, part: str) -> str:
    return f"{MESSAGE.path(message['id'])}/{part}"


def thread(client: Client, message: Body) -> Body:
    return body_of(client.get(url(message, "thread")))


def reply(client: Client, message: Body, **fields: object) -> Response:
    return client.post(url(message, "replies"), json=REPLY | fields)


def sent_reply(smtp: SmtpServer) -> EmailMessage:
    """Return the reply among the emails, which are sent at the same time, in any order."""
    [found] = [each for each in smtp.sent_to("ada@example.org") if each["Subject"] == "Re: Tickets"]
    return found


def own_id(client: Client) -> int:
    return int(client.get("/api/auth/me").json()["id"])


def total(client: Client, **params: str) -> int:
    return int(client.get(LIST, params=params).json()["total"])


def test_the_list_is_filtered_by_status_and_assignee(editor: Client, message: Body) -> None:
    other = MESSAGE.create(editor, name="Bisi", message="About the red carpet")
    assert message["status"] == "new"
    changed = MESSAGE.change(editor, other, status="in-progress", assigneeId=own_id(editor))
    assert changed["assigneeName"] == editor.get("/api/auth/me").json()["name"]
    assert total(editor, status="new") == total(editor, status="in-progress") == 1
    assert total(editor, assignee="me") == total(editor, assignee="none") == 1
    assert total(editor, assignee="me", search="carpet", sort="name") == 1
    assert total(editor, assignee="me", status="new") == 0
    for wrong in ({"status": "lost"}, {"assignee": "nobody"}):
        assert editor.get(LIST, params=wrong).status_code == 422


def test_spam_does_not_count_as_unread(editor: Client, message: Body) -> None:
    assert total(editor, isRead="false") == 1
    assert MESSAGE.change(editor, message, status="spam")["isRead"] is True
    assert total(editor, isRead="false") == 0
    assert_problem(editor.patch(MESSAGE.path(message["id"]), json={"isRead": False}), 422)
    MESSAGE.change(editor, message, status="new", isRead=False)
    assert total(editor, isRead="false") == 1


def test_messages_are_assigned_to_staff_who_can_read_them(
    admin: Client, editor: Client, user: Client, message: Body
) -> None:
    listed = {each["id"]: each["name"] for each in editor.get(f"{LIST}/assignees").json()}
    assert {own_id(admin), own_id(editor)} <= set(listed)
    for wrong in (own_id(user), 999_999, "me", 0):
        response = editor.patch(MESSAGE.path(message["id"]), json={"assigneeId": wrong})
        assert_problem(response, 422)
    assert own_id(user) not in listed


def test_a_message_of_a_deleted_assignee_is_unassigned(admin: Client, message: Body) -> None:
    colleague = USER.create(admin)
    MESSAGE.change(admin, message, assigneeId=colleague["id"])
    USER.delete(admin, colleague)
    [found] = MESSAGE.records(admin)
    assert (found["assigneeId"], found["assigneeName"]) == (None, None)


def test_who_takes_a_message_too_late_learns_who_has_it(
    admin: Client, editor: Client, message: Body
) -> None:
    path = MESSAGE.path(message["id"])
    headers = {"If-Match": editor.get(path).headers["ETag"]}
    first = editor.patch(path, json={"assigneeId": own_id(editor)}, headers=headers)
    assert first.status_code == 200
    late = admin.patch(path, json={"assigneeId": own_id(admin)}, headers=headers)
    assert_problem(late, 412)
    name = first.json()["assigneeName"]
    assert f"It is assigned to {name}; status: New." in late.json()["message"]
    assert_problem(admin.post(f"{path}/replies", json=REPLY, headers=headers), 412)
    assert MESSAGE.records(admin)[0]["assigneeId"] == own_id(editor)
    newer = {"If-Match": first.headers["ETag"]}
    assert admin.patch(path, json={"status": "answered"}, headers=newer).status_code == 200


def test_notes_are_listed_oldest_first_and_deleted_by_author_or_admin(
    admin: Client, editor: Client, message: Body
) -> None:
    first, second = (
        client.post(url(message, "notes"), json={"text": text}).json()
        for client, text in ((editor, "Called her.\nNo answer."), (admin, "Call again"))
    )
    assert thread(editor, message)["notes"] == [first, second]
    assert first["authorName"] == editor.get("/api/auth/me").json()["name"]
    assert_problem(editor.delete(url(message, f"notes/{second['id']}")), 403)
    other = MESSAGE.create(editor)
    assert_problem(admin.delete(url(other, f"notes/{first['id']}")), 404)
    for note in (first, second):
        assert admin.delete(url(message, f"notes/{note['id']}")).status_code == 204
    assert thread(editor, message)["notes"] == []
    for text in ("", " ", "x" * 5_001, 7, None):
        assert_problem(editor.post(url(message, "notes"), json={"text": text}), 422)


def test_a_reply_is_sent_once_it_is_stored(
    editor: Client, smtp: SmtpServer, configure: Configure, message: Body
) -> None:
    configure(AWARDS_MAIL_CONTACT_RECIPIENTS=RECIPIENTS, AWARDS_MAIL_CONTACT_RECEIPTS="0")
    sent = reply(editor, message)
    assert sent.status_code == 201, sent.text
    assert sent.json()["delivery"] == "waiting"
    deliver()
    email = sent_reply(smtp)
    assert (email["Reply-To"], email["Auto-Submitted"]) == (RECIPIENTS, "no")
    assert "Yes, two.\nSee you <there>!" in text_of(email)
    assert "Yes, two.<br>See you &lt;there&gt;!" in html_of(email)
    [listed] = thread(editor, message)["replies"]
    assert listed == sent.json() | {"delivery": "sent"}
    [answered] = MESSAGE.records(editor)
    assert (answered["status"], answered["isRead"]) == ("answered", True)


def test_what_is_repeated_with_the_same_key_is_stored_and_sent_once(
    admin: Client, editor: Client, smtp: SmtpServer, monkeypatch: pytest.MonkeyPatch, message: Body
) -> None:
    monkeypatch.setattr(REPLIES, "rate", "1/day")
    headers = {"If-Match": editor.get(MESSAGE.path(message["id"])).headers["ETag"]}
    for part, fields in (("notes", {"text": "Called her"}), ("replies", REPLY)):
        body = fields | {"key": f"{part}-1"}
        first, second = (
            editor.post(url(message, part), json=body, headers=headers) for _ in range(2)
        )
        assert (first.status_code, second.status_code) == (201, 201), second.text
        assert first.json() == second.json()
        assert first.json().keys().isdisjoint({"key"})
        assert first.headers.get("ETag") == second.headers.get("ETag")
        assert [each["id"] for each in thread(editor, message)[part]] == [first.json()["id"]]
        assert_problem(editor.post(url(message, part), json=body | {"text": "Else"}), 409)
        assert_problem(admin.post(url(message, part), json=body), 409)
        other = MESSAGE.create(editor, name="Bisi")
        assert_problem(editor.post(url(other, part), json=body), 409)
        for wrong in ("x" * 101, 7):
            assert_problem(editor.post(url(other, part), json=fields | {"key": wrong}), 422)
    deliver()
    assert len([each for each in smtp.sent_to("ada@example.org") if "Re:" in each["Subject"]]) == 1


def test_without_recipients_a_reply_says_how_to_answer(
    editor: Client, smtp: SmtpServer, message: Body
) -> None:
    reply(editor, message)
    deliver()
    email = sent_reply(smtp)
    assert "Reply-To" not in email
    assert "To answer, please write to us again: http://localhost:3000/contact" in text_of(email)


def test_without_a_mail_server_no_reply_is_stored(editor: Client, message: Body) -> None:
    assert_problem(reply(editor, message), 409)
    assert thread(editor, message)["replies"] == []
    assert MESSAGE.records(editor) == [message]


@pytest.mark.parametrize(
    "fields",
    [
        {"subject": "Re: x\r\nBcc: all@example.org"},
        {"subject": "x" * 301},
        {"subject": " "},
        {"text": ""},
        {"text": "x" * 20_001},
        {"text": "x\x00"},
        {"bcc": "all@example.org"},
    ],
    ids=str,
)
def test_a_reply_with_bad_input_is_refused(
    fields: Body, editor: Client, smtp: SmtpServer, message: Body
) -> None:
    assert_problem(reply(editor, message, **fields), 422)
    deliver()
    assert [each["Subject"] for each in smtp.messages if each["Subject"].startswith("Re")] == []


def test_an_undelivered_reply_is_marked_also_when_its_email_is_gone(
    frozen_clock: FrozenClock, configure: Configure, smtp: SmtpServer, editor: Client
) -> None:
    configure(AWARDS_SESSION_IDLE_HOURS="2000", AWARDS_SESSION_MAX_HOURS="2000")
    message = MESSAGE.create(editor)
    deliver()
    reply(editor, message)
    smtp.refusals = ["550 No such user"]
    deliver()
    for days in (0, 31):
        frozen_clock.advance(timedelta(days=days))
        purge_expired()
        [failed] = thread(editor, message)["replies"]
        assert failed["delivery"] == "failed"
        assert "No such user" in failed["deliveryError"]
        # Once the failure is stored, somebody has to look at the message again.
        [found] = MESSAGE.records(editor)
        assert (found["status"], found["isRead"]) == ("in-progress", False)


def test_the_replies_of_one_user_are_limited(
    admin: Client, editor: Client, smtp: SmtpServer, monkeypatch: pytest.MonkeyPatch, message: Body
) -> None:
    monkeypatch.setattr(REPLIES, "rate", "2/day")
    # Only what is sent counts.
    outdated = editor.post(url(message, "replies"), json=REPLY, headers={"If-Match": '"1"'})
    assert_problem(outdated, 412)
    MESSAGE.delete(editor, message)
    assert_problem(reply(editor, message), 404)
    MESSAGE.restore(editor, message)
    assert [reply(editor, message).status_code for _ in range(3)] == [201, 201, 429]
    assert reply(admin, message).status_code == 201


def test_a_thread_has_what_the_address_wrote_and_received_newest_first(
    editor: Client, smtp: SmtpServer
) -> None:
    write: Callable[[str], Body] = lambda email: MESSAGE.create(editor, email=email)  # noqa: E731
    first, second, other = map(write, ("ada@example.org", "ADA@example.org", "bisi@example.org"))
    third = write("Ada@Example.org")
    for message in (first, third, other):
        reply(editor, message)
    found = thread(editor, second)
    assert [each["id"] for each in found["messages"]] == [third["id"], first["id"]]
    assert [each["messageId"] for each in found["replies"]] == [third["id"], first["id"]]
    assert found["hasMore"] is False
    for _ in range(MAX_THREAD):
        write("ada@example.org")
    found = thread(editor, second)
    assert (len(found["messages"]), found["hasMore"]) == (MAX_THREAD, True)


def test_the_audit_log_has_nothing_of_notes_and_replies(
    admin: Client, editor: Client, smtp: SmtpServer, message: Body
) -> None:
    editor.post(url(message, "notes"), json={"text": "A secret note"})
    reply(editor, message, text="A secret reply")
    entries = admin.get("/api/admin/audit").json()["items"]
    actions = [(each["action"], each["recordType"]) for each in entries]
    assert ("replied", "message") in actions
    assert ("created", "message note") in actions
    assert "secret" not in str(entries)
    assert "Ada" not in str(entries)


def test_only_staff_read_the_templates_of_replies(
    editor: Client, user: Client, anonymous: Client
) -> None:
    path = f"{LIST}/templates"
    assert [each["title"] for each in editor.get(path).json()] == [
        each.title for each in REPLY_TEMPLATES.default.templates
    ]
    content = {"templates": [{"title": "Soon", "text": "Dear {name}"}]}
    SECTION.create(editor, identifier=REPLY_TEMPLATES.identifier, content=content)
    assert editor.get(path).json() == content["templates"]
    assert_problem(user.get(path), 403)
    for client in (user, anonymous):
        assert_problem(client.get(f"/api/content/{REPLY_TEMPLATES.identifier}"), 404)
        blocks = f"/api/content-blocks?identifier={REPLY_TEMPLATES.identifier}"
        assert client.get(blocks).json() == []


def test_notes_and_replies_are_exported_and_erased_with_the_person(
    admin: Client, smtp: SmtpServer, message: Body
) -> None:
    admin.post(url(message, "notes"), json={"text": "Wants two seats"})
    reply(admin, message)
    person = {"email": "ada@example.org"}
    exported = admin.post("/api/admin/personal-data/export", json=person).json()
    [found] = exported["contact message"]
    assert [each["text"] for each in found["notes"]] == ["Wants two seats"]
    assert [each["subject"] for each in found["replies"]] == ["Re: Tickets"]
    assert admin.post("/api/admin/personal-data/erase", json=person).status_code == 200
    assert_problem(admin.get(url(message, "thread")), 404)
    assert_problem(MESSAGE.restore(admin, message), 404)


STAFF = "staff@example.org"
EVIL = "Cheap pills at https://evil.example now"


@pytest.fixture
def _recipients(configure: Configure) -> None:
    configure(AWARDS_MAIL_CONTACT_RECIPIENTS=f"{STAFF}, second@example.org")


@pytest.fixture
def _no_receipts(configure: Configure) -> None:
    configure(AWARDS_MAIL_CONTACT_RECEIPTS="0")


def subjects(smtp: SmtpServer, recipient: str = STAFF) -> list[str]:
    """Tell staff, deliver the outbox, and return the subjects that a recipient has received."""
    notify_staff()
    deliver()
    return [message["Subject"] for message in smtp.sent_to(recipient)]


@pytest.mark.usefixtures("_recipients", "_no_receipts")
def test_staff_are_told_of_new_messages_without_their_text(
    smtp: SmtpServer, anonymous: Client
) -> None:
    MESSAGE.create(anonymous, name="Ada", subject="A question", message="The whole secret text")
    MESSAGE.create(anonymous, name="Bisi", inquiryType="media")
    assert subjects(smtp) == subjects(smtp, "second@example.org") == ["2 new contact messages"]
    text, html = text_of(smtp.messages[0]), html_of(smtp.messages[0])
    assert "Ada: A question\nBisi: Media" in text
    assert "http://localhost:3000/admin/messages" in text
    for part in (text, html):
        assert "secret" not in part


@pytest.mark.usefixtures("_recipients", "_no_receipts")
def test_staff_get_one_email_an_interval(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient
) -> None:
    visitor = new_client()
    MESSAGE.create(visitor)
    assert subjects(smtp) == ["1 new contact message"]
    for _ in range(3):
        MESSAGE.create(visitor)
        frozen_clock.advance(timedelta(minutes=4))
        assert len(subjects(smtp)) == 1
    frozen_clock.advance(timedelta(minutes=3))
    assert subjects(smtp) == ["1 new contact message", "3 new contact messages"]
    frozen_clock.advance(timedelta(days=1))
    assert len(subjects(smtp)) == 2


def test_staff_are_not_told_unless_recipients_are_set(
    smtp: SmtpServer, anonymous: Client, configure: Configure
) -> None:
    MESSAGE.create(anonymous)
    configure(AWARDS_MAIL_CONTACT_RECIPIENTS=STAFF)
    assert subjects(smtp) == []


def test_the_receipt_repeats_nothing_of_the_message(smtp: SmtpServer, anonymous: Client) -> None:
    victim = "victim@example.org"
    MESSAGE.create(anonymous, name=EVIL, email=victim, subject=EVIL, message=EVIL)
    deliver()
    [message] = smtp.sent_to(victim)
    assert message["Subject"] == "We have received your message"
    assert "evil" not in text_of(message) + html_of(message) + str(message["From"])


def test_an_address_gets_one_receipt_a_day(
    frozen_clock: FrozenClock, smtp: SmtpServer, new_client: NewClient
) -> None:
    visitor = new_client()
    for address in ("ada@example.org", "Ada@example.org", "ADA@EXAMPLE.ORG", "ada@Example.org"):
        MESSAGE.create(visitor, email=address)
    deliver()
    assert smtp.recipients == ["ada@example.org"]
    frozen_clock.advance(timedelta(days=1))
    MESSAGE.create(visitor, email="ada@example.org")
    deliver()
    assert len(smtp.messages) == 2


@pytest.mark.usefixtures("_no_receipts")
def test_receipts_can_be_switched_off(smtp: SmtpServer, anonymous: Client) -> None:
    MESSAGE.create(anonymous)
    deliver()
    assert smtp.messages == []


def test_a_thread_has_nothing_of_an_address_that_differs_by_an_accent(
    editor: Client, smtp: SmtpServer
) -> None:
    plain, accented = (
        MESSAGE.create(editor, email=f"{name}@example.org") for name in ("jose", "josé")
    )
    assert reply(editor, accented).status_code == 201
    found = thread(editor, plain)
    assert (found["messages"], found["replies"]) == ([], [])
    assert len(thread(editor, accented)["replies"]) == 1


def test_a_failed_reply_that_a_later_one_has_followed_leaves_its_message_answered(
    smtp: SmtpServer, editor: Client
) -> None:
    message = MESSAGE.create(editor)
    deliver()
    smtp.refusals = ["550 No such user"]
    for _ in range(2):
        reply(editor, message)
        deliver()
    purge_expired()
    assert [each["delivery"] for each in thread(editor, message)["replies"]] == ["sent", "failed"]
    [found] = MESSAGE.records(editor)
    assert (found["status"], found["isRead"]) == ("answered", True)


def test_who_answers_what_a_colleague_has_answered_meanwhile_is_refused(
    admin: Client, editor: Client, smtp: SmtpServer, message: Body
) -> None:
    # The first reply leaves status and read as they are.
    MESSAGE.change(editor, message, status="answered", isRead=True)
    headers = {"If-Match": admin.get(MESSAGE.path(message["id"])).headers["ETag"]}
    assert reply(editor, message).status_code == 201
    assert_problem(admin.post(url(message, "replies"), json=REPLY, headers=headers), 412)
    assert len(thread(admin, message)["replies"]) == 1


def test_nothing_is_written_for_a_message_without_a_mail_server(
    anonymous: Client, data_path: Path
) -> None:
    MESSAGE.create(anonymous)
    deliver()
    assert not (data_path / "mailbox").exists()


@pytest.mark.parametrize("path", ["/api/contact", "/api/newsletter"])
def test_a_form_that_is_not_stored_sends_no_email(
    path: str, smtp: SmtpServer, anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_STORE_FORMS="0", AWARDS_MAIL_CONTACT_RECIPIENTS=STAFF)
    body = MESSAGE.body() if path == "/api/contact" else {"email": "reader@example.org"}
    assert anonymous.post(path, json=body).status_code == 202
    assert subjects(smtp) == []
    assert smtp.messages == []


@pytest.mark.usefixtures("_recipients")
def test_telling_staff_leaves_the_message_unchanged(
    smtp: SmtpServer, anonymous: Client, editor: Client
) -> None:
    MESSAGE.create(anonymous)
    [message] = MESSAGE.records(editor)
    path = MESSAGE.path(message["id"])
    etag = editor.get(path).headers["ETag"]
    subjects(smtp)
    assert editor.get(path).headers["ETag"] == etag


def reply_to_all(client: Client, *found: Body, **fields: object) -> Response:
    recipients = {each["id"]: each["replyCount"] for each in found}
    body = {"subject": "Re: {subject}", "text": "Dear {name},", "key": "k"}
    return client.post(f"{LIST}/bulk/replies", json={"recipients": recipients} | body | fields)


def test_several_messages_are_answered_with_one_template(
    admin: Client, editor: Client, smtp: SmtpServer, message: Body
) -> None:
    other = MESSAGE.create(editor, name="{subject}", subject="Two seats", email="b@example.org")
    late, gone = (MESSAGE.create(editor, email="ada@example.org") for _ in range(2))
    reply(admin, late, subject="First")
    MESSAGE.delete(editor, gone)
    sent = [message, other, late, gone]
    for _ in range(2):
        # A repetition sends nothing.
        failed = reply_to_all(editor, *sent).json()
        assert [(each["id"], each["reason"]) for each in failed] == [
            (late["id"], "Someone else has answered it in the meantime"),
            (gone["id"], "Message not found"),
        ]
    deliver()
    [email] = [each for each in smtp.sent_to("b@example.org") if "Re:" in each["Subject"]]
    assert (email["Subject"], email["To"]) == ("Re: Two seats", "b@example.org")
    assert "Dear {subject}," in text_of(email)
    stored = {each["id"]: each for each in MESSAGE.records(editor)}
    assert [stored[each["id"]]["status"] for each in sent[:2]] == ["answered", "answered"]
    assert [stored[each["id"]]["replyCount"] for each in sent[:3]] == [1, 1, 1]
    entries = admin.get("/api/admin/audit", params={"action": "replied"}).json()["items"]
    assert [each["subject"] for each in entries] == ["2 messages", f"message #{late['id']}"]


def test_a_reply_to_several_messages_is_checked_and_each_counts(
    editor: Client, user: Client, smtp: SmtpServer, monkeypatch: pytest.MonkeyPatch, message: Body
) -> None:
    monkeypatch.setattr(REPLIES, "rate", "1/day")
    for ids in ((), (2**63,), range(1, 52)):
        assert_problem(reply_to_all(editor, recipients=dict.fromkeys(ids, 0)), 422)
    assert_problem(reply_to_all(editor, message, text=""), 422)
    assert_problem(reply_to_all(user, message), 403)
    long = MESSAGE.create(editor, name="x" * 200)
    [failed] = reply_to_all(editor, long, text="{name}" * 200).json()
    assert failed["reason"].startswith("Text must be at most")
    assert reply_to_all(editor, message).json() == []
    assert_problem(reply(editor, message), 429)


def test_status_and_assignee_of_several_messages_are_set_and_it_is_undone(
    editor: Client, message: Body
) -> None:
    both = [message, MESSAGE.create(editor)]
    before = MESSAGE.records(editor)
    [assignee, *_] = editor.get(f"{LIST}/assignees").json()
    for values in ({"assigneeId": assignee["id"]}, {"status": "spam"}, {"isRead": True}):
        body = {"action": "set", "ids": [each["id"] for each in both], "values": values}
        changed = body_of(editor.post(f"{LIST}/bulk", json=body))
        assert all(each.items() >= values.items() for each in MESSAGE.records(editor))
        undone = editor.post(f"{LIST}/bulk/undo", json=changed).json()
        assert undone == {"restored": 2, "skipped": []}
        assert MESSAGE.records(editor) == before
