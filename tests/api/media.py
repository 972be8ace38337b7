"""Requests of the media library."""

import os
import time
from typing import Any

from httpx import Client

from awards_site.core.files.storage import storage
from tests.api.client import body_of
from tests.api.entities import Entity
from tests.image_files import image_bytes

MEDIA = "/api/admin/media"


def upload(
    client: Client, name: str = "gala-night.png", colour: str = "red", *, kept: bool = True
) -> str:
    """Upload an image and return its URL; one that is not kept comes from a form."""
    path = "/api/uploads/media-image" if kept else "/api/upload/image"
    return body_of(
        client.post(path, files={"file": (name, image_bytes(colour=colour), "image/png")}), 201
    )["url"]


def items(client: Client, **params: Any) -> list[dict[str, Any]]:
    return body_of(client.get(MEDIA, params=params))["items"]


def item_of(client: Client, url: str) -> dict[str, Any]:
    return next(each for each in items(client) if each["url"] == url)


def describe(client: Client, url: str, **fields: Any) -> dict[str, Any]:
    """Set details of the item with this URL, and return it."""
    return body_of(client.patch(f"{MEDIA}/{item_of(client, url)['id']}", json=fields))


def uses(client: Client, url: str) -> list[tuple[str, str]]:
    """Return the kind and name of the records that use an item."""
    response = client.get(f"{MEDIA}/{item_of(client, url)['id']}/uses")
    return [(each["recordType"], each["name"]) for each in response.json()["uses"]]


def age(url: str, days: int = 8) -> None:
    """Make a stored file as many days old."""
    path = storage().path(url.rpartition("/")[2])
    assert path
    then = time.time() - days * 24 * 3600
    os.utime(path, (then, then))


def read(client: Client, entity: Entity, record: dict[str, Any]) -> dict[str, Any]:
    return client.get(entity.path(record["id"])).json()


def replace(client: Client, old: str, new: str) -> Any:
    return client.post(f"{MEDIA}/{item_of(client, old)['id']}/replace", json={"url": new})
