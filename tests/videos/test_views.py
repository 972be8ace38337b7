"""The view models of the video library."""

from typing import Any

import pytest

from awards_site.features.videos.entity import VideoCategory, VideoFilter
from awards_site.features.videos.page import VIDEOS
from tests.javascript import call

SPECIFIED = [2024, 2023, 2022, 2021, 2020]


def card(**fields: Any) -> dict[str, Any]:
    video = {"id": 1, "title": "A film", "videoUrl": "/a.mp4", "year": 2024, "tags": []}
    videos = [{"category": "general", **video, **fields}]
    [found] = call("frontend/videos/views.js", "videoCards", videos, {}, VIDEOS.view.options)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("present", "offered"),
    [
        ([], ["2024", "2023", "2022", "2021", "2020"]),
        ([2022, 2019], ["2024", "2023", "2022", "2021", "2020"]),
        ([2027, 2025, 2027], ["2027", "2025", "2024", "2023", "2022", "2021", "2020"]),
    ],
)
def test_fixed_years_and_later_ones_are_offered(present: list[int], offered: list[str]) -> None:
    videos = [{"year": year} for year in present]
    assert call("frontend/videos/views.js", "videoYears", videos, SPECIFIED) == offered


@pytest.mark.parametrize("category", VideoCategory)
def test_a_card_is_labelled_by_the_filter_that_shows_it(category: VideoCategory) -> None:
    shown = card(category=category.value)
    assert shown["filter"][0] == "2024"
    if category is VideoCategory.GENERAL:
        assert (shown["category_label"], shown["filter"][1:]) == ("General", [])
    else:
        (key,) = shown["filter"][1:]
        assert shown["category_label"] == VideoFilter(key).label
        # The key is the label in lower case with hyphens.
        assert key == shown["category_label"].lower().replace(" ", "-")


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2024-11-05", "November 5, 2024"),
        ("2024-02-30", "2024-02-30"),
        ("Spring 2024", "Spring 2024"),
        (None, ""),
        ("", ""),
    ],
)
def test_an_iso_date_is_written_out(stored: str | None, shown: str) -> None:
    assert card(date=stored)["date"] == shown
