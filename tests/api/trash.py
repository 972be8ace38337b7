"""Requests of the Trash."""

from typing import Any

from httpx import Client

from tests.api.client import body_of
from tests.api.entities import Entity
from tests.factories import Body

TRASH = "/api/admin/trash"


def trashed(client: Client, **params: str) -> list[Body]:
    """Return the deleted records in the Trash that match."""
    return body_of(client.get(TRASH, params=params))["items"]


def path_of(entry: Body) -> str:
    return f"{TRASH}/{entry['id']}"


def restore(client: Client, entry: Body) -> None:
    assert client.post(f"{path_of(entry)}/restore").status_code == 204


def change(client: Client, action: str, *entries: Body, **body: Any) -> Body:
    """Change records in the Trash together; `params` are those of the list."""
    params = body.pop("params", None)
    fields = {"action": action, "ids": [each["id"] for each in entries], **body}
    return body_of(client.post(f"{TRASH}/bulk", params=params, json=fields))


def undo(client: Client, result: Body) -> Body:
    return body_of(client.post(f"{TRASH}/bulk/undo", json=result))


def trash(client: Client, entity: Entity, **fields: object) -> Body:
    """Create a record and delete it; return its entry in the Trash."""
    entity.delete(client, entity.create(client, **fields))
    return trashed(client)[0]
