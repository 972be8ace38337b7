"""A list of a long audit log: what it shows, and how it is read."""

from datetime import UTC, datetime, timedelta

from httpx import Client

from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.sessions import writing
from tests.api.audit_log import AUDIT, entries
from tests.api.test_errors import assert_problem

FIRST = datetime(2020, 1, 1, tzinfo=UTC)
SORTS = ("createdAt", "userName", "action", "recordType", "ipAddress")


def add(*names: str, user_name: str = "Amina") -> None:
    """Add entries of an hour each, one after the other."""
    with writing() as session:
        session.add_all(
            AuditEntry(
                user_name=user_name,
                action="created",
                record_type="nominee",
                name=name,
                created_at=FIRST + timedelta(hours=hour),
            )
            for hour, name in enumerate(names)
        )


def listed(admin: Client, **params: str) -> list[str]:
    return [each["name"] for each in entries(admin, **params)]


def test_the_log_is_sorted_by_its_indexed_columns_only(admin: Client) -> None:
    for sort in SORTS:
        assert admin.get(AUDIT, params={"sort": f"-{sort}"}).status_code == 200
    for sort in ("id", "name", "requestId", "recordId"):
        assert_problem(admin.get(AUDIT, params={"sort": sort}), 422)


def test_entries_are_sorted_by_the_kind_of_their_record(admin: Client) -> None:
    with writing() as session:
        for kind in ("photo", "nominee", "photo", "event"):
            session.add(AuditEntry(user_name="Amina", action="created", record_type=kind, name="x"))

    def kinds(sort: str) -> list[str]:
        params = {"action": "created", "sort": sort}
        return [each["recordType"] for each in entries(admin, **params)]

    assert kinds("recordType") == ["event", "nominee", "photo", "photo"]
    assert kinds("-recordType") == ["photo", "photo", "nominee", "event"]
