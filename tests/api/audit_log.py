"""Reads the audit log through the API."""

from typing import Any

from httpx import Client

from tests.api.client import body_of

Entry = dict[str, Any]

AUDIT = "/api/admin/audit"


def entries(admin: Client, **params: Any) -> list[Entry]:
    """Return the entries that match, newest first."""
    return body_of(admin.get(AUDIT, params=params))["items"]


def details(admin: Client, **params: Any) -> Entry:
    """Return the latest entry that matches, with its changes."""
    return admin.get(f"{AUDIT}/{entries(admin, **params)[0]['id']}").json()


def changes(admin: Client, **params: Any) -> dict[str, tuple[Any, Any]]:
    """Return before and after of each changed field of the latest entry that matches."""
    return {field: (old, new) for field, old, new in details(admin, **params)["changes"]}
