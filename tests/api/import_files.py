"""CSV files of tests, and the requests that import them."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from httpx import Client, Response

from tests.api.client import body_of
from tests.api.entities import Entity
from tests.factories import Body

Rows = Sequence[Sequence[object]]

VALID: dict[str, Body] = {
    "nominee": {
        "Name": "Ada Obi",
        "Title": "Founder",
        "Company": "Obi Textiles",
        "Bio": "She began with a borrowed sewing machine.",
        "Achievements": "Three hundred women work with her.",
    },
    "photo": {"Title": "On stage", "Image URL": "/uploads/stage.jpg"},
    "sponsor": {"Name": "Lagos Bank", "Logo URL": "/uploads/logo.png"},
    "event": {
        "Title": "Gala",
        "Description": "An evening",
        "Location": "Lagos",
        "Start date": "2100-06-01 18:00",
        "End date": "2100-06-01 22:00",
    },
    "subscriber": {"Email": "ada@example.org"},
}
"""The required cells of each entity, by heading."""


def csv_of(rows: Rows, separator: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue()


def file_of(entity: Entity, *changes: Body) -> str:
    """Return a file with a valid row for each of the changes of its cells."""
    rows = [{**VALID[entity.key], **each} for each in changes]
    headings = list({heading: None for row in rows for heading in row})
    return csv_of([headings, *([row.get(each, "") for each in headings] for row in rows)])


def path_of(entity: Entity) -> str:
    return f"{entity.at or entity.created}/imports"


def send(client: Client, entity: Entity, file: str | bytes, **fields: Any) -> Response:
    content = file if isinstance(file, bytes) else file.encode()
    data = {
        key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()
    }
    files = {"file": ("people.csv", content, "text/csv")}
    return client.post(path_of(entity), data=data, files=files)


def preview(client: Client, entity: Entity, file: str | bytes, **fields: Any) -> Body:
    return body_of(send(client, entity, file, **fields))


def import_rows(
    client: Client, entity: Entity, file: str | bytes, key: str = "a key", **fields: Any
) -> Body:
    """Import the rows without errors."""
    return body_of(send(client, entity, file, dryRun=False, key=key, consent=True, **fields), 201)


def undo(client: Client, entity: Entity, done: Body) -> Body:
    return body_of(client.post(f"{path_of(entity)}/{done['id']}/undo"))
