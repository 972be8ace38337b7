"""The audit log: what has an entry, what entries hold, how they are listed and exported."""

import csv
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from httpx import Client
from sqlalchemy import Executable, delete, text, update
from sqlalchemy.exc import DatabaseError
from sqlmodel import col, select

from awards_site.core import clock
from awards_site.core.audit.counter import MAX_VISITOR_EVENTS, OTHERS
from awards_site.core.audit.log import MAX_VALUE_LENGTH
from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.sessions import reading, writing
from awards_site.operations.retention import purge_expired
from tests.api.audit_log import AUDIT, changes, details, entries
from tests.api.conftest import Configure, NewClient
from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    MESSAGE,
    NOMINEE,
    POST,
    RECEIVED,
    SECTION,
    SUBSCRIBER,
    USER,
    Entity,
)
from tests.api.test_errors import assert_problem
from tests.factories import PASSWORD, Body

SIGN_IN = "/api/auth/login"
EMAIL = "ada.visitor@example.org"


def sign_in(client: Client, username: str, password: str = PASSWORD) -> int:
    return client.post(SIGN_IN, json={"username": username, "password": password}).status_code


def whole_log() -> str:
    with reading() as session:
        rows = session.execute(text("SELECT * FROM audit_entries")).all()
    return "\n".join(map(str, rows))


def test_an_entry_says_who_did_what_when_and_from_where(
    admin: Client, editor: Client, new_client: NewClient
) -> None:
    elsewhere = new_client(ip_address="203.0.113.7")
    elsewhere.cookies.update(editor.cookies)
    response = elsewhere.post("/api/nominees", json=NOMINEE.body(name="Ada Obi"))
    entry = entries(admin, action="created")[0]
    me = editor.get("/api/auth/me").json()
    assert (entry["userId"], entry["userName"]) == (me["id"], me["name"])
    assert (entry["subject"], entry["recordId"]) == ("nominee Ada Obi", response.json()["id"])
    assert entry["ipAddress"] == "203.0.113.7"
    assert entry["requestId"] == response.headers["X-Request-ID"]
    assert datetime.fromisoformat(entry["createdAt"]).utcoffset() == timedelta(0)


def test_a_change_has_the_changed_fields_before_and_after(admin: Client) -> None:
    nominee = NOMINEE.create(admin, name="Ada Obi", isWinner=False)
    NOMINEE.change(admin, nominee, name="Ada Okafor", isWinner=True)
    assert changes(admin, action="updated") == {
        "name": ("Ada Obi", "Ada Okafor"),
        "is_winner": (False, True),
    }
    NOMINEE.delete(admin, nominee)
    assert changes(admin, action="deleted")["name"] == ("Ada Okafor", None)
    assert changes(admin, action="created")["name"] == (None, "Ada Obi")
    post = POST.create(admin, tags=["Growth"])
    POST.change(admin, post, tags=["Export"])
    assert changes(admin, action="updated").keys() == {"tags"}
    section = SECTION.create(admin, content={"text": "short"})
    SECTION.change(admin, section, content={"text": "x" * 5000})
    before, after = changes(admin, action="updated")["content"]
    assert json.loads(before) == {"text": "short"}
    assert len(after) == MAX_VALUE_LENGTH
    assert after.endswith("…")


def test_a_role_change_has_the_roles(admin: Client, person: Body) -> None:
    admin.patch(f"/api/users/{person['id']}/role", json={"role": "user"})
    entry = details(admin, action="role-changed")
    assert entry["changes"] == [["role", person["role"], "user"]]
    assert entry["subject"] == f"user {person['name']}"


def test_passwords_and_their_hashes_are_in_no_entry(
    admin: Client, person: Body, anonymous: Client
) -> None:
    assert sign_in(anonymous, "Grace") == 200
    new = "a new and long password"
    body = {"currentPassword": PASSWORD, "newPassword": new}
    assert anonymous.post("/api/auth/password", json=body).status_code == 204
    entry = details(admin, action="password-changed")
    assert entry["changes"] == [["password_hash", "[redacted]", "[redacted]"]]
    assert entry["userName"] == person["name"]
    log = whole_log()
    for secret in (PASSWORD, new, "$2b$", anonymous.cookies["awards_session"]):
        assert secret not in log


def test_signing_in_and_out_have_entries(admin: Client, person: Body, anonymous: Client) -> None:
    assert sign_in(anonymous, "grace") == 200
    anonymous.post("/api/auth/logout")
    anonymous.post("/api/auth/logout")
    found = [each for each in entries(admin) if each["userId"] == person["id"]]
    assert [each["action"] for each in found] == ["signed-out", "signed-in"]
    assert {each["subject"] for each in found} == {f"user {person['name']}"}


def test_ending_sessions_has_an_entry(admin: Client, person: Body, new_client: NewClient) -> None:
    client, other = new_client(), new_client()
    assert (sign_in(client, "grace"), sign_in(other, "grace")) == (200, 200)
    sessions = "/api/auth/sessions"
    [other_id] = [each["id"] for each in client.get(sessions).json() if not each["isCurrent"]]
    assert client.delete(f"{sessions}/{other_id}").status_code == 204
    assert client.delete(f"{sessions}/{other_id}").status_code == 404
    assert client.delete(sessions).status_code == 204
    assert admin.delete(f"{USER.path(person['id'])}/sessions").status_code == 204
    found = entries(admin, action="sessions-ended")
    administrator = admin.get("/api/auth/me").json()["name"]
    assert [each["userName"] for each in found] == [administrator, person["name"], person["name"]]
    assert {each["subject"] for each in found} == {f"user {person['name']}"}


def test_failed_sign_ins_are_counted_without_what_was_typed(
    admin: Client, person: Body, anonymous: Client
) -> None:
    for _ in range(3):
        assert sign_in(anonymous, "grace", "wrong") == 401
    for typed in ("my password by mistake", EMAIL):
        assert sign_in(anonymous, typed, "wrong") == 401
    unknown, known = entries(admin, action="sign-in-failed")
    assert (known["subject"], known["count"]) == (f"user {person['name']}", 3)
    assert (unknown["subject"], unknown["count"]) == ("unknown account", 2)
    assert {known["userName"], unknown["userName"]} == {"visitor"}
    assert EMAIL not in whole_log()
    assert "mistake" not in whole_log()


def test_refused_requests_are_counted_by_route_and_caller(admin: Client, editor: Client) -> None:
    for record_id in (1, 2, 3):
        assert editor.get(f"/api/users/{record_id}").status_code == 403
    admin.post("/api/nominees", json={}, headers={"Origin": "https://evil.example"})
    by_admin, by_editor = entries(admin, action="forbidden")
    assert (by_editor["subject"], by_editor["count"]) == ("GET /api/users/{record_id}", 3)
    assert by_editor["userName"] == editor.get("/api/auth/me").json()["name"]
    assert (by_admin["subject"], by_admin["count"]) == ("POST /api/nominees", 1)


def test_rate_limited_requests_are_counted(admin: Client, person: Body, anonymous: Client) -> None:
    while sign_in(anonymous, "grace", "wrong") != 429:
        pass
    assert sign_in(anonymous, "grace", "wrong") == 429
    [entry] = entries(admin, action="rate-limited")
    assert (entry["subject"], entry["count"]) == (f"POST {SIGN_IN}", 2)


def test_a_flood_of_refusals_adds_few_entries_and_hides_nothing_of_staff(
    admin: Client, editor: Client, new_client: NewClient
) -> None:
    headers = {"Origin": "https://evil.example"}
    for number in range(MAX_VISITOR_EVENTS + 20):
        client = new_client(ip_address=f"203.0.113.{number}")
        client.post("/forms/contact", data={}, headers=headers)
    editor.get("/api/users")
    found = entries(admin, action="forbidden", pageSize=100)
    found += entries(admin, action="forbidden", pageSize=100, page=2)
    assert len(found) == MAX_VISITOR_EVENTS + 2
    assert sum(each["count"] for each in found) == MAX_VISITOR_EVENTS + 21
    [others] = [each for each in found if each["ipAddress"] == OTHERS]
    assert others["count"] == 20
    assert [each["subject"] for each in found if each["userId"]] == ["GET /api/users"]


@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER, USER], ids=str)
def test_lists_of_personal_data_are_audited_if_they_show_any(
    entity: Entity, admin: Client, anonymous: Client
) -> None:
    if entity is not USER:
        admin.get(entity.listed)
        assert entries(admin, action="listed") == []
        entity.create(anonymous)
    admin.get(entity.listed, params={"page": 1000, "pageSize": 1})
    assert entries(admin, action="listed") == []
    admin.get(entity.listed)
    admin.get(entity.listed, params={"search": "", "pageSize": 10})
    [listed] = entries(admin, action="listed")
    assert (listed["subject"], listed["count"]) == (f"{entity.key} list", 2)


def test_finding_and_exporting_a_persons_data_is_audited(admin: Client) -> None:
    MESSAGE.create(admin, email=EMAIL)
    for action in ("search", "export"):
        response = admin.post(f"/api/admin/personal-data/{action}", json={"email": EMAIL})
        assert response.status_code == 200
    assert [each["subject"] for each in entries(admin, action="exported")] == ["personal data"]
    assert [each["subject"] for each in entries(admin, action="read")] == ["personal data"]
    assert EMAIL not in whole_log()


def test_opening_a_message_or_user_is_audited(admin: Client, person: Body) -> None:
    message = MESSAGE.create(admin, email=EMAIL, name="Ada Visitor")
    admin.get(MESSAGE.path(message["id"]))
    admin.get(USER.path(person["id"]))
    assert [each["subject"] for each in entries(admin, action="read")] == [
        f"user {person['name']}",
        f"message #{message['id']}",
    ]


def test_no_entry_names_a_visitor(admin: Client) -> None:
    fields = {MESSAGE: {"name": "Ada Visitor", "email": EMAIL}, SUBSCRIBER: {"email": EMAIL}}
    for entity in RECEIVED:
        made = entity.create(admin, **fields[entity])
        admin.get(entity.listed)
        if entity is MESSAGE:
            MESSAGE.change(admin, made, isRead=True)
            assert details(admin, action="updated")["changes"] == []
        entity.delete(admin, made)
        entity.restore(admin, made)
        assert entries(admin, action="deleted")[0]["subject"] == f"{entity.key} #{made['id']}"
    log = whole_log().casefold()
    assert EMAIL not in log
    assert "ada visitor" not in log


def _insert_a_copy(conflict: str, resolution: str = "") -> str:
    """Return the SQL that inserts every entry again, under another name."""
    columns = [column.name for column in AuditEntry.__table__.columns]  # type: ignore[attr-defined]
    values = ", ".join("'Nobody'" if name == "user_name" else name for name in columns)
    return (
        f"INSERT {conflict} INTO audit_entries ({', '.join(columns)})"
        f" SELECT {values} FROM audit_entries WHERE true {resolution}"
    )


@pytest.mark.parametrize(
    "statement",
    [
        update(AuditEntry).values(user_name="Nobody"),
        delete(AuditEntry),
        update(AuditEntry).values(count=2),
        pytest.param(text(_insert_a_copy("OR REPLACE")), marks=pytest.mark.sqlite_only),
        text(_insert_a_copy("", "ON CONFLICT (id) DO UPDATE SET user_name = excluded.user_name")),
    ],
    ids=["rename", "delete", "recount", "replace", "upsert"],
)
def test_the_database_refuses_to_change_replace_or_delete_an_entry(
    statement: Executable, admin: Client
) -> None:
    NOMINEE.create(admin)
    before = whole_log()
    with pytest.raises(DatabaseError, match="append-only"), writing() as session:
        session.execute(statement)
    assert whole_log() == before


def test_entries_are_purged_after_the_retention_period(
    admin: Client, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = clock.now()
    for age in (100, 59, 0):
        with monkeypatch.context() as then:
            then.setattr(clock, "now", lambda age=age: present - timedelta(days=age))
            with writing() as session:
                session.add(AuditEntry(user_name="", action="", record_type="", name=str(age)))
    configure(AWARDS_AUDIT_DAYS="60")
    purge_expired()
    with reading() as session:
        names = session.exec(select(AuditEntry.name).order_by(col(AuditEntry.id))).all()
    assert names == ["59", "0"]


def test_the_log_is_filtered_by_action_user_and_search(
    admin: Client, signed_in: Callable[[str], Client]
) -> None:
    other = signed_in("editor")
    NOMINEE.create(admin, name="Ada Obi")
    made = NOMINEE.create(other, name="Bisi Laurent")
    NOMINEE.delete(other, made)
    name = other.get("/api/auth/me").json()["name"]

    def subjects(**params: str) -> list[str]:
        return [each["subject"] for each in entries(admin, **params)]

    assert subjects(action="created") == ["nominee Bisi Laurent", "nominee Ada Obi"]
    assert subjects(user=name, action="deleted") == ["nominee Bisi Laurent"]
    assert subjects(search="OBI nominee") == ["nominee Ada Obi"]
    assert name in admin.get(f"{AUDIT}/users").json()
    page = admin.get(AUDIT, params={"action": "created"}).json()
    assert (page["total"], page["overall"]) == (2, 3)


def test_the_log_is_filtered_by_days_of_the_programme(
    admin: Client, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(AWARDS_TIMEZONE="Asia/Tokyo")
    for hour in (14, 16):
        time = datetime(2026, 3, 1, hour, tzinfo=UTC)
        with writing() as session:
            session.add(
                AuditEntry(
                    user_name="", action="", record_type="hour", name=str(hour), created_at=time
                )
            )

    def names(**params: str) -> list[str]:
        return [each["name"] for each in entries(admin, **params)]

    # In Tokyo the second of March begins at 15:00 UTC.
    assert names(since="2026-03-01", until="2026-03-01") == ["14"]
    assert names(since="2026-03-02", until="2026-03-02") == ["16"]
    assert names(since="2026-03-01", until="2026-03-02") == ["16", "14"]


@pytest.mark.parametrize(
    "params", [{"action": "made-up"}, {"since": "yesterday"}, {"sort": "made-up"}], ids=str
)
def test_an_invalid_filter_returns_422(params: dict[str, str], admin: Client) -> None:
    assert_problem(admin.get(AUDIT, params=params), 422)
    if "sort" not in params:
        assert_problem(admin.get(f"{AUDIT}/export", params=params), 422)


EXPORT = f"{AUDIT}/export"


def exported(admin: Client, **params: str) -> list[dict[str, str]]:
    """Export the log and return its rows by heading."""
    response = admin.get(EXPORT, params=params)
    assert response.status_code == 200, response.text
    return list(csv.DictReader(response.content.decode("utf-8-sig").splitlines()))


def test_the_export_is_a_csv_file_for_download_and_audited_itself(admin: Client) -> None:
    response = admin.get(EXPORT)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    disposition = response.headers["Content-Disposition"]
    assert disposition.startswith('attachment; filename="audit-log_')
    assert response.headers["Cache-Control"] == "private, no-store"
    assert response.content.startswith(b"\xef\xbb\xbfTime (UTC),User ID,User,Action,")
    assert entries(admin, action="exported")[0]["subject"] == "audit log"


def test_the_export_has_the_filtered_rows_with_their_changes(admin: Client) -> None:
    nominee = NOMINEE.create(admin, name="Ada Obi")
    NOMINEE.create(admin, name="Bisi Laurent")
    NOMINEE.change(admin, nominee, name="Ada Okafor")
    assert [row["Name"] for row in exported(admin, action="created", page="7")] == [
        "Bisi Laurent",
        "Ada Obi",
    ]
    [row] = exported(admin, search="okafor")
    assert json.loads(row["Changes"]) == [["name", "Ada Obi", "Ada Okafor"]]
    assert row["Time (UTC)"].endswith("+00:00")


def test_the_export_as_json_has_the_entries_as_the_api_returns_them(admin: Client) -> None:
    nominee = NOMINEE.create(admin, name="Ada Obi")
    NOMINEE.change(admin, nominee, name="Ada Okafor")
    response = admin.get(EXPORT, params={"search": "okafor", "format": "json"})
    assert response.headers["Content-Disposition"].endswith('.json"')
    [entry] = response.json()
    assert entry == admin.get(f"{AUDIT}/{entry['id']}").json()
    assert entry["changes"] == [["name", "Ada Obi", "Ada Okafor"]]


def activity(client: Client, **params: Any) -> list[dict[str, Any]]:
    return client.get("/api/admin/activity", params=params).json()


def summary(entry: dict[str, Any]) -> tuple[str, str, str]:
    return entry["action"], entry["recordType"], entry["name"]


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_each_kind_of_change_is_logged_with_user_and_time(entity: Entity, admin: Client) -> None:
    made = entity.create(admin)
    entity.change(admin, made, **{entity.name: "Another name"})
    entity.delete(admin, made)
    entity.restore(admin, made)
    assert [summary(each) for each in activity(admin)] == [
        ("restored", entity.key, "Another name"),
        ("deleted", entity.key, "Another name"),
        ("updated", entity.key, "Another name"),
        ("created", entity.key, made[entity.name]),
    ]
    latest = activity(admin, limit=1)[0]
    assert latest["userName"] == admin.get("/api/auth/me").json()["name"]
    assert latest["createdAt"]


def test_publishing_and_activating_are_logged_as_such(editor: Client) -> None:
    nominee = NOMINEE.create(editor)
    for published in (False, True):
        NOMINEE.change(editor, nominee, isPublished=published)
    cover = COVER_PAGE.create(editor)
    editor.post(f"/api/cover-pages/{cover['id']}/activate")
    assert [each["action"] for each in activity(editor)] == [
        "activated",
        "created",
        "published",
        "unpublished",
        "created",
    ]


def test_a_role_sees_the_activity_of_its_permissions(
    admin: Client, editor: Client, user: Client
) -> None:
    USER.create(admin)
    NOMINEE.create(editor, name="Secret Winner", isPublished=False)
    SECTION.create(editor)
    callers = {"admin": admin, "editor": editor, "user": user}
    assert {
        role: {each["recordType"] for each in activity(who)} for role, who in callers.items()
    } == {
        "admin": {"user", "nominee", "content section"},
        "editor": {"nominee", "content section"},
        "user": {"content section"},
    }


def test_deleted_submissions_of_visitors_are_named_by_their_number(
    anonymous: Client, editor: Client
) -> None:
    for entity in RECEIVED:
        entity.create(anonymous)
    received = [(entity, entity.records(editor)[0]) for entity in RECEIVED]
    assert activity(editor) == []
    for entity, made in received:
        entity.delete(editor, made)
        [latest] = activity(editor, limit=1)
        assert summary(latest) == ("deleted", entity.key, "")
        assert latest["recordId"] == made["id"]


def test_no_cell_of_the_export_is_a_formula(admin: Client) -> None:
    for name in ("=1+1", "+49", "-1", "@SUM(A1)", "a=1"):
        NOMINEE.create(admin, name=name)
    with writing() as session:
        session.add(AuditEntry(user_name="\tTab", action="", record_type="", name="\rReturn"))
    assert [row["Name"] for row in exported(admin, action="created")] == [
        "a=1",
        "'@SUM(A1)",
        "'-1",
        "'+49",
        "'=1+1",
    ]
    text = admin.get(EXPORT).text
    assert "'\tTab" in text
    assert "'\rReturn" in text


def test_deleting_a_user_leaves_their_entries_unchanged(
    admin: Client, person: Body, anonymous: Client
) -> None:
    assert sign_in(anonymous, "grace") == 200
    USER.delete(admin, person)
    assert entries(admin, action="signed-in")[0]["userId"] == person["id"]
