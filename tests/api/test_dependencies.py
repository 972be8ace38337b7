"""What a write makes out of date is found by what was read: nothing less, and little more.

Nothing is declared, so that nothing can be forgotten: every public response from the cache is held
against the one that the API would make now, after every kind of write.
"""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from sqlalchemy import event

from awards_site.core import database
from tests import factories
from tests.api.client import client_of
from tests.api.entities import ENTITIES, Entity, key_of
from tests.api.public import PUBLIC

SHOWN_BY = {
    # A photo names the nominee whom it shows; posts about her exist as long as she does.
    "nominee": ("/api/nominees", "/api/photos", "/api/blog/nominee", "/api/blog/1", "/sitemap"),
    "event": ("/api/events", "/events", "/sitemap"),
    "photo": ("/api/photos", "/sitemap"),
    "video": ("/api/videos", "/sitemap"),
    "blog post": ("/api/blog", "/blog", "/sitemap"),
    "sponsor": ("/api/sponsors", "/sitemap"),
    "cover page": ("/api/cover-pages", "/sitemap"),
    "content section": ("/api/content", "/sitemap"),
}
"""How the addresses begin of what shows an entity; other responses stay in the cache."""


@pytest.fixture
def direct(app: FastAPI, portal: BlockingPortal) -> Iterator[httpx.Client]:
    """A client of the API without its cache."""
    with client_of(app, portal) as client:
        yield client


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """The statements that the database has been sent."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        sent.append(statement)

    event.listen(database.engine(), "before_cursor_execute", note)
    yield sent
    event.remove(database.engine(), "before_cursor_execute", note)


def addresses(entity: Entity, record_id: object) -> list[str]:
    """Return all public addresses, and those of one record."""
    return [*PUBLIC, entity.at(record_id), f"{entity.at(record_id)}/prev-next"]


@pytest.mark.usefixtures("something_of_each")
@pytest.mark.parametrize("entity", [each for each in ENTITIES if each.key in SHOWN_BY], ids=key_of)
def test_every_response_is_true_after_every_write(
    entity: Entity, admin: httpx.Client, nobody: httpx.Client, direct: httpx.Client
) -> None:
    record = admin.post(entity.created, json=entity.body()).json()
    at = entity.at(record["id"])
    flag = next((name for name in record if name.lower().replace("_", "") in FLAGS), None)

    def assert_true(after: str) -> None:
        for path in addresses(entity, record["id"]):
            cached, fresh = nobody.get(path), direct.get(path)
            known = (cached.status_code, cached.text)
            assert known == (fresh.status_code, fresh.text), f"{path} after {after}"

    assert_true("creating")
    writes: list[tuple[str, str, str, Any]] = [
        ("renaming", entity.method, at, {entity.name: "Another name"})
    ]
    if flag:
        for value in (False, True):
            writes.append((f"{flag} {value}", entity.method, at, {flag: value}))
    writes += [("deleting", "DELETE", at, None), ("restoring", "POST", f"{at}/restore", None)]
    for name, method, path, body in writes:
        assert admin.request(method, path, json=body).is_success, name
        assert_true(name)


FLAGS = {"ispublished", "isactive"}


@pytest.mark.usefixtures("something_of_each")
@pytest.mark.parametrize("entity", [each for each in ENTITIES if each.key in SHOWN_BY], ids=key_of)
def test_a_write_leaves_the_responses_that_show_other_things(
    entity: Entity, editor: httpx.Client, nobody: httpx.Client, statements: list[str]
) -> None:
    record = editor.post(entity.created, json=entity.body()).json()

    def made_again() -> set[str]:
        found = set()
        for path in PUBLIC:
            statements.clear()
            assert nobody.get(path).status_code == 200, path
            if statements:
                found.add(path)
        return found

    made_again()
    assert made_again() == set()
    change = {entity.name: "Another name"}
    assert editor.request(entity.method, entity.at(record["id"]), json=change).is_success
    may = {path for path in PUBLIC if path.startswith(SHOWN_BY[entity.key])}
    assert made_again() <= may


@pytest.mark.usefixtures("something_of_each")
def test_writes_to_what_no_visitor_sees_leave_everything(
    editor: httpx.Client, nobody: httpx.Client, statements: list[str]
) -> None:
    for path in PUBLIC:
        nobody.get(path)
    nobody.post("/api/newsletter", json={"email": "reader@example.org"})
    nobody.post("/api/contact", json=factories.message_body())
    editor.get("/api/auth/me")
    for path in PUBLIC:
        statements.clear()
        nobody.get(path)
        assert statements == [], path
