"""Conditional writes: ETag, `If-Match`, and 412 (RFC 9110)."""

from typing import Any

import pytest
from httpx import Client, Response

from awards_site.core.files.variant_worker import make_missing_variants
from tests.api.entities import ENTITIES, NOMINEE, Entity
from tests.api.test_errors import assert_problem
from tests.image_files import image_bytes


def make(client: Client, entity: Entity) -> tuple[str, str]:
    """Create a record; return its path and its ETag."""
    response = client.post(entity.created, json=entity.body())
    return entity.path(response.json()["id"]), response.headers["ETag"]


def change(
    client: Client, entity: Entity, path: str, tag: str | None = None, **fields: Any
) -> Response:
    """Change a record, with If-Match if `tag` is given."""
    headers = {} if tag is None else {"If-Match": tag}
    return client.request(entity.method, path, json=fields, headers=headers)


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_reads_creations_and_updates_return_the_same_etag(entity: Entity, admin: Client) -> None:
    path, created = make(admin, entity)
    assert admin.get(path).headers["ETag"] == created
    changed = change(admin, entity, path, **{entity.name: "Another name"})
    assert changed.headers["ETag"] != created
    assert admin.get(path).headers["ETag"] == changed.headers["ETag"]


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_the_second_of_two_editors_gets_412(entity: Entity, admin: Client) -> None:
    path, tag = make(admin, entity)
    assert change(admin, entity, path, tag, **{entity.name: "The first"}).status_code == 200
    problem = assert_problem(change(admin, entity, path, tag, **{entity.name: "The second"}), 412)
    assert "changed" in problem["message"]
    assert_problem(admin.delete(path, headers={"If-Match": tag}), 412)
    assert admin.get(path).json()[entity.name] == "The first"


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_a_write_with_a_matching_etag_or_none_succeeds(entity: Entity, admin: Client) -> None:
    path, tag = make(admin, entity)
    for form in ("{}", "W/{}", '"other", {}', "*", None):
        match = form and form.format(tag)
        changed = change(admin, entity, path, match, **{entity.name: f"Named by {form}"})
        assert changed.status_code == 200, form
        tag = changed.headers["ETag"]
    assert admin.delete(path, headers={"If-Match": tag}).status_code == 204


def test_generating_image_variants_does_not_change_the_etag(editor: Client) -> None:
    url = editor.post("/api/upload/image", files={"file": ("a.png", image_bytes())}).json()["url"]
    record = NOMINEE.create(editor, imageUrl=url)
    path = NOMINEE.path(record["id"])
    before = editor.get(path)
    assert before.json()["image"] == record["image"]
    assert (record["image"]["src"], record["image"]["avif"]) == (url, [])
    list(make_missing_variants())
    after = editor.get(path)
    assert after.json()["image"]["avif"]
    assert after.headers["ETag"] == before.headers["ETag"]
    [listed] = editor.get("/api/nominees", params={"search": record["name"]}).json()["items"]
    assert listed["image"] == after.json()["image"]
