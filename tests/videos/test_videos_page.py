"""Tests of what the video library makes of the API's answers."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from awards_site.core.request_client import RequestClient
from awards_site.videos.card import video_cards
from awards_site.videos.models import VideoCategory, VideoFilter
from awards_site.videos.page import VideosPage, offered_years


def answered(**fields: Any) -> dict[str, Any]:
    """Return a video as `/api/videos` answers it."""
    video = {"id": 1, "title": "A film", "videoUrl": "/a.mp4", "year": 2024, "tags": []}
    return {"category": "general", **video, **fields}


@pytest.mark.anyio
async def test_a_401_is_an_empty_library(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = RequestClient(httpx.MockTransport(lambda _request: httpx.Response(401)))
    monkeypatch.setattr("awards_site.ui.list_page.request_client", lambda _state: refusing)
    page: Any = SimpleNamespace(videos=None, loaded=False, failed=True)
    page._read = partial(VideosPage._read, page)
    assert [step async for step in VideosPage.load.fn(page)] == [None]
    assert (page.videos, page.loaded, page.failed) == ([], True, False)


@pytest.mark.parametrize(
    ("present", "offered"),
    [
        ([], ["2024", "2023", "2022", "2021", "2020"]),
        ([2022, 2019], ["2024", "2023", "2022", "2021", "2020"]),
        ([2027, 2025, 2027], ["2027", "2025", "2024", "2023", "2022", "2021", "2020"]),
    ],
)
def test_years_of_the_specification_and_later_ones_are_offered(
    present: list[int], offered: list[str]
) -> None:
    assert offered_years(present) == offered


@pytest.mark.parametrize("category", VideoCategory)
def test_a_card_is_labelled_by_the_filter_that_shows_it(category: VideoCategory) -> None:
    (card,) = video_cards([answered(category=category.value)])
    assert card["filter"][0] == "2024"
    if category is VideoCategory.GENERAL:
        assert (card["category_label"], card["filter"][1:]) == ("General", [])
    else:
        (key,) = card["filter"][1:]
        assert card["category_label"] == VideoFilter(key).label
        # The key is the label in lower case with hyphens (spec 1, section 9).
        assert key == card["category_label"].lower().replace(" ", "-")


@pytest.mark.parametrize(
    ("stored", "shown"),
    [("2024-11-05", "November 5, 2024"), ("Spring 2024", "Spring 2024"), (None, ""), ("", "")],
)
def test_an_iso_date_is_written_out(stored: str | None, shown: str) -> None:
    (card,) = video_cards([answered(date=stored)])
    assert card["date"] == shown
