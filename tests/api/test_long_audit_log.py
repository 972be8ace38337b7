"""A list of a long audit log: what it shows, and how it is read."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from httpx import Client

from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.sessions import writing
from awards_site.records import audit_api
from tests.api.audit_log import AUDIT, entries
from tests.api.test_errors import assert_problem

FIRST = datetime(2020, 1, 1, tzinfo=UTC)
SORTS = ("createdAt", "userName", "action", "recordType", "ipAddress")
FILTERS: tuple[dict[str, str], ...] = (
    {"action": "created"},
    {"user": "Amina"},
    {"action": "created", "user": "Amina"},
    {"since": "2020-01-01"},
    {"until": "2020-01-31"},
    {"since": "2020-01-01", "until": "2020-01-31"},
)


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


@pytest.fixture
def three_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists three entries at most that match a search or a filter."""
    monkeypatch.setattr(audit_api, "_paginator", replace(audit_api._paginator, max_matches=3))


@pytest.mark.usefixtures("three_matches")
@pytest.mark.parametrize("params", [*FILTERS, {"search": "nominee"}], ids=str)
def test_a_filter_or_search_lists_the_newest_matches_or_the_oldest(
    admin: Client, params: dict[str, str]
) -> None:
    add("b", "e", "d", "a", "c")
    page = admin.get(AUDIT, params=params).json()
    assert (page["total"], page["hasMore"]) == (3, True)
    assert listed(admin, **params) == ["c", "a", "d"]
    assert listed(admin, **params, page="2", pageSize="2") == ["d"]
    assert listed(admin, **params, sort="createdAt") == ["b", "e", "d"]
    for sort in ("userName", "-action"):
        assert set(listed(admin, **params, sort=sort)) == {"c", "a", "d"}
    few = admin.get(AUDIT, params={**params, "search": "nominee e"}).json()
    assert [each["name"] for each in few["items"]] == ["c", "a", "d"]


def test_the_log_is_sorted_by_its_indexed_columns_only(admin: Client) -> None:
    for sort in SORTS:
        assert admin.get(AUDIT, params={"sort": f"-{sort}"}).status_code == 200
    for sort in ("id", "name", "requestId", "recordId"):
        assert_problem(admin.get(AUDIT, params={"sort": sort}), 422)
