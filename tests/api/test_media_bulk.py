"""Several items of the media library are deleted, or given a credit, with one request."""

import pytest
from httpx import Client, Response

from awards_site.features.media.service import MAX_NAMED_ITEMS
from tests.api.entities import NOMINEE
from tests.api.media import MEDIA, item_of, items, upload
from tests.api.test_errors import assert_problem

COLOURS = ("red", "green", "blue", "gold", "plum")


@pytest.fixture
def urls(editor: Client) -> list[str]:
    """Upload images and return their URLs."""
    return [upload(editor, f"{colour}.png", colour) for colour in COLOURS]


def send(client: Client, action: str, *urls: str, **values: str) -> Response:
    return send_ids(client, action, [item_of(client, url)["id"] for url in urls], **values)


def send_ids(client: Client, action: str, ids: list[int], **values: str) -> Response:
    body = {"action": action, "ids": ids, "values": values}
    return client.post(f"{MEDIA}/bulk", json=body)


def test_unused_items_are_deleted_together_and_it_is_undone(
    editor: Client, urls: list[str]
) -> None:
    deleted = send(editor, "delete", *urls[1:]).json()
    assert {each["name"] for each in deleted["changed"]} == set(COLOURS[1:])
    assert [each["url"] for each in items(editor)] == urls[:1]
    undone = editor.post(f"{MEDIA}/bulk/undo", json=deleted).json()
    assert undone == {"restored": 4, "skipped": []}
    assert {each["url"] for each in items(editor)} == set(urls)


def test_none_of_several_items_is_deleted_if_one_is_used(editor: Client, urls: list[str]) -> None:
    NOMINEE.create(editor, name="Ada Obi", imageUrl=urls[0])
    problem = assert_problem(send(editor, "delete", *urls), 409)
    assert problem["message"] == (
        "'red' is used by: nominee 'Ada Obi'. Replace or remove it there first"
    )
    for url in urls[1:]:
        NOMINEE.create(editor, name="Bisi", imageUrl=url)
    message = assert_problem(send(editor, "delete", *urls), 409)["message"]
    assert message.count("is used by") == MAX_NAMED_ITEMS
    assert message.endswith(". 2 more are used, too. Replace or remove them there first")
    assert len(items(editor)) == len(urls)


def test_a_credit_is_set_for_several_items(editor: Client, urls: list[str]) -> None:
    changed = send(editor, "set", *urls[:3], credit="Jane Roe").json()
    assert len(changed["changed"]) == 3
    assert {each["url"] for each in items(editor, missing="credit")} == set(urls[3:])
    assert editor.post(f"{MEDIA}/bulk/undo", json=changed).json()["restored"] == 3
    assert {each["url"] for each in items(editor, missing="credit")} == set(urls)
    assert_problem(send(editor, "set", *urls, altText="A stage"), 422)
    assert_problem(send(editor, "publish", *urls), 422)
