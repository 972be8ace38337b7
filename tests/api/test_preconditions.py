"""A write can state what it stands on: the entity's ETag, `If-Match`, and 412 (RFC 9110)."""

from typing import Any

import httpx
import pytest

from tests.api.entities import ENTITIES, Entity, key_of
from tests.api.test_errors import assert_problem


def make(client: httpx.Client, entity: Entity) -> tuple[str, str]:
    """Create a record; return its path and its tag."""
    answer = client.post(entity.created, json=entity.body())
    return entity.at(answer.json()["id"]), answer.headers["ETag"]


def change(
    client: httpx.Client, entity: Entity, path: str, tag: str | None = None, **fields: Any
) -> httpx.Response:
    """Change a record, standing on a state of it if a tag is given."""
    headers = {} if tag is None else {"If-Match": tag}
    return client.request(entity.method, path, json=fields, headers=headers)


@pytest.mark.parametrize("entity", ENTITIES, ids=key_of)
def test_reading_creating_and_changing_tell_the_same_tag(
    entity: Entity, admin: httpx.Client
) -> None:
    path, created = make(admin, entity)
    assert admin.get(path).headers["ETag"] == created
    changed = change(admin, entity, path, **{entity.name: "Another name"})
    assert changed.headers["ETag"] != created
    assert admin.get(path).headers["ETag"] == changed.headers["ETag"]


@pytest.mark.parametrize("entity", ENTITIES, ids=key_of)
def test_the_second_of_two_editors_is_told_instead_of_overwriting(
    entity: Entity, admin: httpx.Client
) -> None:
    path, tag = make(admin, entity)
    assert change(admin, entity, path, tag, **{entity.name: "The first"}).status_code == 200
    problem = assert_problem(change(admin, entity, path, tag, **{entity.name: "The second"}), 412)
    assert "changed" in problem["message"]
    assert admin.get(path).json()[entity.name] == "The first"
    assert_problem(admin.delete(path, headers={"If-Match": tag}), 412)
    assert admin.get(path).status_code == 200


@pytest.mark.parametrize("entity", ENTITIES, ids=key_of)
@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_a_tag_that_fits_lets_the_write_pass(
    entity: Entity, form: str, admin: httpx.Client
) -> None:
    path, tag = make(admin, entity)
    answer = change(admin, entity, path, form.format(tag), **{entity.name: "Another name"})
    assert answer.status_code == 200
    new = answer.headers["ETag"]
    assert admin.delete(path, headers={"If-Match": new}).status_code == 204


@pytest.mark.parametrize("entity", ENTITIES, ids=key_of)
def test_a_write_without_a_tag_is_done_as_ever(entity: Entity, admin: httpx.Client) -> None:
    path, _ = make(admin, entity)
    for name in ("The first", "The second"):
        assert change(admin, entity, path, **{entity.name: name}).status_code == 200
    assert admin.delete(path).status_code == 204


def test_a_record_that_is_gone_is_404_whatever_the_tag(editor: httpx.Client) -> None:
    path, tag = make(editor, ENTITIES[1])
    editor.delete(path)
    assert_problem(change(editor, ENTITIES[1], path, tag, name="Too late"), 404)


def test_a_field_that_another_left_alone_is_not_overwritten(editor: httpx.Client) -> None:
    """Two editors change different fields: both changes stand when each sends only its own."""
    path, _ = make(editor, ENTITIES[1])
    change(editor, ENTITIES[1], path, company="Of the first")
    change(editor, ENTITIES[1], path, title="Of the second")
    nominee = editor.get(path).json()
    assert (nominee["company"], nominee["title"]) == ("Of the first", "Of the second")
