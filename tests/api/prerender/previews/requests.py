"""Requests of previews."""

import json
import re

from httpx import Client, Response

from tests.api.entities import COVER_PAGE, EVENT, NOMINEE, PHOTO, POST, SPONSOR, VIDEO, Entity
from tests.factories import Body

PAGES = {
    EVENT: "/events",
    NOMINEE: "/nominees",
    PHOTO: "/gallery",
    VIDEO: "/videos",
    POST: "/blog",
    SPONSOR: "/partners",
    COVER_PAGE: "/",
}
"""The page that shows the records of an entity."""


def preview(client: Client, entity: Entity, record: Body) -> Response:
    response = client.get(f"{entity.path(record['id'])}/preview")
    assert response.status_code == 200, response.text
    return response


def preview_values(client: Client, entity: Entity, record: Body, values: object) -> Response:
    text = values if isinstance(values, str) else json.dumps(values)
    return client.post(f"{entity.path(record['id'])}/preview", data={"values": text})


def make_link(client: Client, entity: Entity, record: Body) -> str:
    """Return the path of a new link."""
    response = client.post(f"{entity.path(record['id'])}/preview-links")
    assert response.status_code == 201, response.text
    found = re.fullmatch(r"http://[^/]+(/preview/[\w-]{43})", response.json()["url"])
    assert found is not None
    return found[1]


def assert_unavailable(response: Response) -> None:
    assert response.status_code == 410
    assert "Please ask the person who sent it to you" in response.text
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"


def is_winner(text: str) -> bool:
    """Return whether any page that was rendered as JSON shows a winner or a finalist."""
    return '"isWinner":true' in text or '"isFinalist":true' in text


def preview_section(client: Client, identifier: str, content: object) -> Response:
    text = content if isinstance(content, str) else json.dumps(content)
    values = json.dumps({"identifier": identifier, "content": text})
    return client.post("/api/admin/content-preview", data={"values": values})
