"""Administrators find, export and erase what is stored about a person."""

import sqlite3
from pathlib import Path

import pytest
from httpx import Client
from sqlmodel import select

from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.mail import outbox
from awards_site.core.mail.message import Paragraph, TemplatedEmail
from awards_site.features.messages.service import notify_staff
from awards_site.records.pending_changes import PendingChanges
from awards_site.records.preview_links import PreviewLink
from awards_site.records.versions import RecordVersion
from tests.api.conftest import Configure
from tests.api.entities import EVENT, MESSAGE, SECTION, SUBSCRIBER, USER
from tests.api.test_errors import assert_problem
from tests.factories import Body
from tests.smtp_server import deliver

GRACE = "grace.hopper@example.org"
ADA = "ada@example.org"
GREETING = TemplatedEmail("greeting", "A greeting", "Hello", (Paragraph("Hello."),), "")
KINDS = ["contact message", "newsletter subscription", "deleted record"]


def post(client: Client, action: str, email: str = GRACE) -> object:
    response = client.post(f"/api/admin/personal-data/{action}", json={"email": email})
    assert response.status_code == 200, response.text
    return response.json()


def kinds(client: Client, email: str = GRACE) -> list[str]:
    found = post(client, "search", email)
    assert isinstance(found, list)
    return [each["recordType"] for each in found]


def store(client: Client, email: str = GRACE) -> Body:
    """Store a message, a subscription and a deleted message of an address."""
    SUBSCRIBER.create(client, email=email)
    message = MESSAGE.create(client, email=email.upper(), message="Yours, with kind regards")
    MESSAGE.delete(client, MESSAGE.create(client, email=email))
    return message


def test_everything_stored_about_an_address_is_found_and_exported(admin: Client) -> None:
    store(admin)
    store(admin, ADA)
    EVENT.delete(admin, EVENT.create(admin))
    assert kinds(admin) == kinds(admin, "GRACE.Hopper@Example.org") == KINDS
    assert kinds(admin, "nobody@example.org") == []
    exported = post(admin, "export")
    assert isinstance(exported, dict)
    assert list(exported) == KINDS
    [message] = exported["contact message"]
    assert message["message"] == "Yours, with kind regards"


def test_an_erasure_deletes_everything_of_that_address_for_good(admin: Client) -> None:
    message = store(admin)
    store(admin, ADA)
    assert post(admin, "erase") == dict.fromkeys(KINDS, 1)
    assert kinds(admin) == []
    assert kinds(admin, ADA) == KINDS
    assert_problem(MESSAGE.restore(admin, message), 404)


def test_an_erasure_covers_the_content_in_the_trash_that_mentions_the_address(
    admin: Client,
) -> None:
    mentioned, other, former = (
        {"text": text}
        for text in ("Write to\nGRACE.Hopper@example.org.", f"la-{GRACE}, {GRACE}.uk", "Nothing")
    )
    for content in (mentioned, other):
        section = SECTION.create(admin, content=former)
        SECTION.change(admin, section, content=content)
        SECTION.delete(admin, section)
    assert kinds(admin) == ["record in the Trash"]
    assert "GRACE.Hopper" in str(post(admin, "export"))
    assert post(admin, "erase") == {"record in the Trash": 1}
    with reading() as session:
        [left] = session.exec(select(DeletedRecord)).all()
        versions = session.exec(select(RecordVersion.record_id).distinct()).all()
    assert left.rows[0][1]["content"] == other
    assert versions == [left.record_id]


@pytest.mark.parametrize("mentioned", ["record", "draft"])
def test_an_erasure_covers_drafts_and_preview_links_of_that_content(
    mentioned: str, admin: Client
) -> None:
    text = f"Write to {GRACE}, or call her"
    event = EVENT.create(admin, **({"description": text} if mentioned == "record" else {}))
    path = EVENT.path(event["id"])
    changes = {"description": text} if mentioned == "draft" else {"title": "Grace's evening"}
    assert admin.put(f"{path}/draft", json=changes).status_code == 200
    assert admin.post(f"{path}/preview-links").status_code == 201
    EVENT.delete(admin, event)
    assert kinds(admin) == ["record in the Trash"]
    assert post(admin, "erase") == {"record in the Trash": 1}
    with reading() as session:
        assert session.exec(select(PendingChanges)).all() == []
        assert session.exec(select(PreviewLink)).all() == []


def test_an_erasure_deletes_the_files_of_emails(
    admin: Client, data_path: Path, configure: Configure
) -> None:
    configure(AWARDS_MAIL_CONTACT_RECIPIENTS="staff@example.org")
    store(admin)
    with writing() as session:
        outbox.add(session, GREETING, GRACE)
        outbox.add(session, GREETING, ADA)
    notify_staff()
    deliver()
    files = data_path / "mailbox"
    assert len(list(files.iterdir())) == 3
    assert post(admin, "erase") == dict.fromkeys((*KINDS, "email"), 1)
    [file] = files.iterdir()
    assert ADA in file.read_text()


def test_a_person_with_an_account_is_found_and_erased_after_it(admin: Client) -> None:
    user = USER.create(admin, email=GRACE)
    assert kinds(admin) == ["user account"]
    exported = str(post(admin, "export"))
    assert user["username"] in exported
    refused = admin.post("/api/admin/personal-data/erase", json={"email": GRACE})
    assert_problem(refused, 409)
    assert "User Management" in refused.json()["message"]
    USER.delete(admin, user)
    assert "$2b$" not in exported + str(post(admin, "export"))
    assert kinds(admin) == ["deleted record"]
    assert post(admin, "erase") == {"deleted record": 1}


# On PostgreSQL, VACUUM removes what is deleted.
@pytest.mark.sqlite_only
def test_nothing_of_an_erased_person_is_left_in_the_database_files(
    admin: Client, data_dir: Path
) -> None:
    store(admin)
    post(admin, "erase")
    with sqlite3.connect(data_dir / "awards.db") as database:
        assert database.execute("PRAGMA secure_delete").fetchone()
    files = [path for path in data_dir.glob("awards.db*") if path.suffix != ".db-shm"]
    assert files
    for path in files:
        assert b"hopper" not in path.read_bytes().lower(), path


def test_a_malformed_address_is_refused(admin: Client) -> None:
    for action in ("search", "export", "erase"):
        response = admin.post(f"/api/admin/personal-data/{action}", json={"email": "grace"})
        assert_problem(response, 422)


def test_an_erasure_covers_emails_to_an_internationalised_domain(admin: Client) -> None:
    email = "grace@bücher.example"
    with writing() as session:
        stored = outbox.add(session, GREETING, email).recipient
    assert stored == "grace@xn--bcher-kva.example"
    assert kinds(admin, email) == kinds(admin, stored) == ["email"]
    assert post(admin, "erase", email) == {"email": 1}
    assert kinds(admin, email) == []
