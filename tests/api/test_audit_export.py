"""The audit log as a CSV file."""

import csv
import json

from httpx import Client

from tests.api.audit_log import AUDIT, entries
from tests.api.entities import NOMINEE

EXPORT = f"{AUDIT}/export"


def exported(admin: Client, **params: str) -> list[dict[str, str]]:
    """Export the log and return its rows by heading."""
    response = admin.get(EXPORT, params=params)
    assert response.status_code == 200, response.text
    return list(csv.DictReader(response.content.decode("utf-8-sig").splitlines()))


def test_the_export_is_a_csv_file_for_download(admin: Client) -> None:
    response = admin.get(EXPORT)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    disposition = response.headers["Content-Disposition"]
    assert disposition.startswith('attachment; filename="audit-log_')
    assert response.headers["Cache-Control"] == "private, no-store"
    assert response.content.startswith(b"\xef\xbb\xbfTime (UTC),User ID,User,Action,")


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


def test_an_export_is_audited_itself(admin: Client) -> None:
    exported(admin)
    assert entries(admin, action="exported")[0]["subject"] == "audit log"
