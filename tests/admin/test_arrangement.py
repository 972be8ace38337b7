"""An order is kept when others have added or deleted records meanwhile, and when it is restored."""

from collections.abc import Mapping
from typing import Any

import pytest

from awards_site.core.request_client import RequestFailed
from awards_site.features.nominees.admin import NomineesAdmin
from awards_site.features.photos.admin import PhotosAdmin
from awards_site.features.videos.admin import VideosAdmin
from awards_site.portal import arrangement
from awards_site.portal.arrangement import merge_order


class Api:
    """Answers with the nominees of each year; each order that it gets has changed meanwhile."""

    def __init__(self) -> None:
        self.years = {"2031": [1, 2], "2030": [3, 4]}
        self.count = 0

    async def read(self, path: str) -> Any:
        group = path.partition("group=")[2] or next(iter(self.years))
        ids = self.years.get(group, [])
        return {
            "groups": [
                {"value": year, "label": year, "count": len(each)}
                for year, each in self.years.items()
            ],
            "group": group,
            "count": self.count or len(ids),
            "notice": "",
            "records": [
                {"id": each, "name": f"N{each}", "isPublished": True, "image": None} for each in ids
            ],
        }

    async def request(self, method: str, path: str, body: Mapping[str, Any]) -> Any:
        raise RequestFailed(409, '{"message": "Check the order and save it again."}')


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Api:
    api = Api()
    monkeypatch.setattr(arrangement, "request_client", lambda _: api)
    return api


@pytest.fixture
def screen(api: Api) -> NomineesAdmin:
    return NomineesAdmin(_reflex_internal_init=True)


async def events(screen: NomineesAdmin, name: str, *arguments: Any) -> list[str]:
    """Run an event handler, and return what it sends to the browser."""
    result = NomineesAdmin.event_handlers[name].fn(screen, *arguments)
    sent = [each async for each in result] if hasattr(result, "__aiter__") else [await result]
    return [str(each) for each in sent if each is not None]


@pytest.mark.anyio
async def test_an_unsaved_order_is_restored_with_its_group(screen: NomineesAdmin) -> None:
    await screen._show_order("2031")
    await events(screen, "close", {"ids": "2,1"})
    await screen._show_order("2030")
    await events(screen, "close", {})
    await events(screen, "restore_input")
    assert (screen.order_group, screen.values["ids"]) == ("2031", "2,1")
    assert ([each["id"] for each in screen.arranged], screen.stored_order) == ([1, 2], [1, 2])


@pytest.mark.anyio
async def test_an_order_that_changed_meanwhile_is_shown_again(screen: NomineesAdmin) -> None:
    await screen._show_order("2031")
    await events(screen, "save_order", {"ids": "2,1"})
    assert screen.order_conflict == "Check the order and save it again."
    assert (screen.dialog, screen.values["ids"]) == ("order", "2,1")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "There are no longer any nominees to arrange there."),
        ({"2031": [], "count": 501}, "There are more than 500 nominees now"),
    ],
)
@pytest.mark.anyio
async def test_an_order_of_a_group_that_has_become_empty_or_too_long_is_given_up(
    change: dict[str, Any], message: str, api: Api, screen: NomineesAdmin
) -> None:
    await screen._show_order("2031")
    api.count = change.pop("count", 0)
    api.years = {**change, "2030": [3, 4]}
    [*_, toast] = await events(screen, "save_order", {"ids": "2,1"})
    assert "The order was not saved" in toast
    assert message in toast
    assert (screen.dialog, screen.order_conflict) == ("", "")


def test_new_records_follow_the_one_before_them() -> None:
    assert merge_order([3, 1, 2], [1, 2, 3, 4]) == [3, 4, 1, 2]
    assert merge_order([3, 1, 2], [9, 1, 2, 8, 3]) == [9, 3, 1, 2, 8]


def test_deleted_records_are_left_out() -> None:
    assert merge_order([3, 1, 2], [1, 3]) == [3, 1]
    assert merge_order([3, 1], []) == []


def test_records_of_several_years_show_theirs() -> None:
    record = {"isPublished": False, "year": 2031}
    notes = {
        screen: screen(_reflex_internal_init=True)._order_note(record)
        for screen in (PhotosAdmin, VideosAdmin, NomineesAdmin)
    }
    assert list(notes.values()) == ["2031, Not published", "2031, Not published", "Not published"]
