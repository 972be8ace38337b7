"""Which use cases one click in the portal calls, and what of them is audited."""

from functools import partial
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client
from starlette.types import ASGIApp

from awards_site.accounts.callers import UseCase
from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.database.filters import PAGE_SIZE
from awards_site.core.errors import Forbidden
from awards_site.features.blog.admin import BlogAdmin
from awards_site.features.events.admin import EventsAdmin
from awards_site.features.messages.admin import MessagesAdmin
from awards_site.features.nominees.admin import NomineesAdmin
from awards_site.features.photos.admin import PhotosAdmin
from awards_site.features.sponsors.admin import SponsorsAdmin
from awards_site.features.users.admin import UsersAdmin
from awards_site.features.videos.admin import VideosAdmin
from awards_site.portal import gateway, record_list
from awards_site.portal.gateway import begin_event
from awards_site.records.use_cases import delete
from tests.api.audit_log import entries
from tests.api.entities import (
    EVENT,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    SECTION,
    SPONSOR,
    USER,
    VIDEO,
    Entity,
)
from tests.factories import nominee_body
from tests.portal.test_restored_input import run, screen, update_of

SCREENS = [
    (EventsAdmin, EVENT),
    (NomineesAdmin, NOMINEE),
    (PhotosAdmin, PHOTO),
    (VideosAdmin, VIDEO),
    (BlogAdmin, POST),
    (SponsorsAdmin, SPONSOR),
]


@pytest.fixture
def called(site: ASGIApp, editor: Client, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The use cases that the portal calls for an editor, whose screen is open."""
    names: list[str] = []
    call = UseCase.__call__

    def record(use_case: UseCase[Any, Any], *args: Any, **kwargs: Any) -> Any:
        names.append(use_case.name)
        return call(use_case, *args, **kwargs)

    monkeypatch.setattr(UseCase, "__call__", record)
    monkeypatch.setattr(record_list.RecordList, "_is_on_its_screen", True)
    begin_event(editor.cookies[COOKIE])
    return names


@pytest.mark.parametrize(("kind", "entity"), SCREENS, ids=str)
def test_publishing_and_saving_are_a_write_and_a_read_of_the_list(
    kind: type[Any], entity: Entity, called: list[str], editor: Client, portal: BlockingPortal
) -> None:
    record = entity.create(editor, **{entity.flag: False})
    write = ["update", "read_list"]
    state = screen(kind)
    called.clear()
    portal.call(state._reload)
    assert called == ["read_list"]
    called.clear()

    portal.call(run, state, "run_row_action", record["id"], "publish")
    assert called == write
    [row] = state.rows
    assert row["published"]
    assert row["problems"]
    assert not row["has_draft"]

    portal.call(run, state, "open_edit", record["id"])
    assert state.to_do == row["problems"]
    inputs = update_of(state).to_inputs(state._record) | {entity.name: "A new title"}
    called.clear()
    portal.call(run, state, "save", inputs)
    assert called == write
    assert state.rows[0]["display_name"] == "A new title"

    portal.call(run, state, "open_edit", record["id"])
    inputs = update_of(state).to_inputs(state._record) | {entity.name: "A planned title"}
    called.clear()
    portal.call(run, state, "save_draft", inputs)
    assert called == ["save_pending", "read_list"]
    assert state.rows[0]["has_draft"]


@pytest.mark.parametrize("others", [0, PAGE_SIZE])
def test_what_is_to_do_for_a_new_record_is_read_if_another_page_has_it(
    others: int, called: list[str], editor: Client, portal: BlockingPortal
) -> None:
    for number in range(others):
        NOMINEE.create(editor, name=f"Ada {number}", year=2100)
    state = screen(NomineesAdmin)
    called.clear()
    portal.call(NomineesAdmin.event_handlers["open_create"].fn, state)
    texts = {key: each for key, each in nominee_body().items() if isinstance(each, str)}
    portal.call(run, state, "save", state.values | texts | {"name": "Zoe"})
    lists = ["read_list"] * (2 if others else 1)
    assert called == ["create", *lists]
    assert state.rows[0]["display_name"] == "Zoe"
    assert state.rows[0]["problems"] == ["Portrait missing"]


@pytest.mark.parametrize(
    ("kind", "handler", "entity"),
    [(MessagesAdmin, "open_message", MESSAGE), (UsersAdmin, "open_edit", USER)],
    ids=str,
)
def test_opening_personal_data_is_audited(
    kind: type[Any], handler: str, entity: Entity, admin: Client, portal: BlockingPortal
) -> None:
    record = entity.create(admin)
    state = screen(kind)
    begin_event(admin.cookies[COOKIE])
    portal.call(run, state, handler, record["id"])
    [opened] = entries(admin, action="read")
    assert (opened["recordType"], opened["recordId"]) == (entity.key, record["id"])


def test_what_the_portal_refuses_is_in_the_audit_log_by_its_use_case(
    called: list[str], editor: Client, admin: Client, portal: BlockingPortal
) -> None:
    section = SECTION.create(admin)
    with pytest.raises(Forbidden):
        portal.call(partial(gateway.run, delete, SECTION.declared, section["id"]))
    entries = admin.get("/api/admin/audit", params={"action": "forbidden", "page": 1}).json()
    assert [each["name"] for each in entries["items"]] == ["delete content section"]
