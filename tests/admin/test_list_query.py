"""The query in a management screen's URL, and the API's URL that it results in."""

from dataclasses import replace

import pytest

from awards_site.features.nominees.admin import NOMINEES
from awards_site.portal.query import ListQuery, last_page
from awards_site.portal.screen import FilterTab, Screen

DRAFTS = FilterTab("Drafts", "isPublished", "false")
SCREEN: Screen = replace(NOMINEES, filters=(DRAFTS,))


def api_url(**params: str) -> str:
    """Return the API's URL for these parameters of the screen's URL."""
    return ListQuery.from_url(params, SCREEN).api_url("/api/nominees")


def test_a_url_holds_all_params() -> None:
    url = api_url(search=" ada & co ", sort="-year", page="3", filter="drafts")
    assert url == (
        "/api/nominees?search=ada+%26+co&isPublished=false&sort=-year&page=3&pageSize=100"
    )


@pytest.mark.parametrize("page", ["0", "-1", "x", "1.5", "", "\u00b2"])
def test_an_invalid_page_number_is_the_first_page(page: str) -> None:
    assert ListQuery.from_url({"page": page}, SCREEN).page == 1


def test_a_huge_page_number_is_limited_to_what_the_api_accepts() -> None:
    assert ListQuery.from_url({"page": "9" * 5000}, SCREEN).page == 999_999_999


def test_unknown_params_are_left_out() -> None:
    assert api_url(sort="bio", filter="winners", other="1") == api_url()
    assert api_url(sort="--year") == api_url()


def test_a_search_or_a_filter_narrows_the_list() -> None:
    narrowing = [{"search": "a"}, {"filter": "drafts"}]
    assert all(ListQuery.from_url(each, SCREEN).is_filtered for each in narrowing)
    others = [{"sort": "year"}, {"page": "2"}, {"search": " "}, {"filter": ""}]
    assert not any(ListQuery.from_url(each, SCREEN).is_filtered for each in others)


@pytest.mark.parametrize(("total", "last"), [(0, 1), (1, 1), (100, 1), (101, 2), (50_000, 500)])
def test_the_last_page_number_follows_from_the_total(total: int, last: int) -> None:
    assert last_page(total) == last
