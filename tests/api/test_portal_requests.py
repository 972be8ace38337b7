"""How many requests of the API one click in the portal makes."""

from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client
from starlette.types import ASGIApp

from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.database.filters import PAGE_SIZE
from awards_site.core.request_client import RequestClient
from awards_site.features.blog.admin import BlogAdmin
from awards_site.features.events.admin import EventsAdmin
from awards_site.features.nominees.admin import NomineesAdmin
from awards_site.features.photos.admin import PhotosAdmin
from awards_site.features.sponsors.admin import SponsorsAdmin
from awards_site.features.videos.admin import VideosAdmin
from awards_site.portal import drafts, management_screen, record_form, record_list
from tests.admin.test_restored_input import run, screen, update_of
from tests.api.entities import EVENT, NOMINEE, PHOTO, POST, SPONSOR, VIDEO, Entity
from tests.factories import nominee_body

SCREENS = [
    (EventsAdmin, EVENT),
    (NomineesAdmin, NOMINEE),
    (PhotosAdmin, PHOTO),
    (VideosAdmin, VIDEO),
    (BlogAdmin, POST),
    (SponsorsAdmin, SPONSOR),
]


class RecordingTransport(httpx.ASGITransport):
    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        self.requests: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(f"{request.method} {request.url.path}")
        return await super().handle_async_request(request)


@pytest.fixture
def requests(site: ASGIApp, editor: Client, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests that the portal makes for an editor, whose screen is open."""
    transport = RecordingTransport(site)
    client = RequestClient(transport, cookie=f"{COOKIE}={editor.cookies[COOKIE]}")
    for module in (record_list, record_form, management_screen, drafts):
        monkeypatch.setattr(module, "request_client", lambda _: client)
    monkeypatch.setattr(record_list.RecordList, "_is_on_its_screen", True)
    return transport.requests


@pytest.mark.parametrize(("kind", "entity"), SCREENS, ids=str)
def test_publishing_and_saving_are_a_write_and_a_read_of_the_list(
    kind: type[Any], entity: Entity, requests: list[str], editor: Client, portal: BlockingPortal
) -> None:
    record = entity.create(editor, **{entity.flag: False})
    write = [f"{entity.method} {entity.path(record['id'])}", f"GET {entity.listed}"]
    state = screen(kind)
    portal.call(state._reload)
    assert requests == [f"GET {entity.listed}"]
    requests.clear()

    portal.call(run, state, "run_row_action", record["id"], "publish")
    assert requests == write
    [row] = state.rows
    assert row["published"]
    assert row["problems"]
    assert not row["has_draft"]

    portal.call(run, state, "open_edit", record["id"])
    assert state.to_do == row["problems"]
    inputs = update_of(state).to_inputs(state._record) | {entity.name: "A new title"}
    requests.clear()
    portal.call(run, state, "save", inputs)
    assert requests == write
    assert state.rows[0]["display_name"] == "A new title"

    portal.call(run, state, "open_edit", record["id"])
    inputs = update_of(state).to_inputs(state._record) | {entity.name: "A planned title"}
    requests.clear()
    portal.call(run, state, "save_draft", inputs)
    assert requests == [f"PUT {entity.path(record['id'])}/draft", f"GET {entity.listed}"]
    assert state.rows[0]["has_draft"]


@pytest.mark.parametrize("others", [0, PAGE_SIZE])
def test_what_is_to_do_for_a_new_record_is_read_if_another_page_has_it(
    others: int, requests: list[str], editor: Client, portal: BlockingPortal
) -> None:
    for number in range(others):
        NOMINEE.create(editor, name=f"Ada {number}", year=2100)
    state = screen(NomineesAdmin)
    portal.call(NomineesAdmin.event_handlers["open_create"].fn, state)
    texts = {key: each for key, each in nominee_body().items() if isinstance(each, str)}
    portal.call(run, state, "save", state.values | texts | {"name": "Zoe"})
    lists = ["GET /api/nominees"] * (2 if others else 1)
    assert requests == ["POST /api/nominees", *lists]
    assert state.rows[0]["display_name"] == "Zoe"
    assert state.rows[0]["problems"] == ["Portrait missing"]
