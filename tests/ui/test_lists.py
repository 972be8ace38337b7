"""Lists in documents, and forms."""

from collections import Counter
from typing import Any

import pytest

from awards_site.features.messages.entity import MessageBase
from awards_site.features.nominees import page as nominees
from awards_site.features.photos import page as photos
from awards_site.features.videos import page as videos
from awards_site.ui.forms import BrowserRule, browser_rules
from awards_site.ui.queries import Query
from tests.javascript import call, call_each

YEAR = {"field": "year", "fallback": "latest"}
CATEGORY = {"field": "category", "fallback": "all"}
NOMINEES = [
    *[{"id": n, "year": 2025, "category": "tech"} for n in range(120)],
    *[{"id": n, "year": 2024, "category": "tech"} for n in range(120, 125)],
    {"id": 125, "year": 2024, "category": "creative"},
]


def held(records: list[dict[str, Any]], page: dict[str, Any]) -> list[dict[str, Any]]:
    document = {"filters": [YEAR, CATEGORY]}
    found: list[dict[str, Any]] = call(
        "frontend/lists/criteria.js", "inDocument", records, page, document
    )
    return found


def test_a_document_holds_what_is_shown_first_and_counts_of_the_rest() -> None:
    assert held(NOMINEES, {"responses": {}}) == [
        *NOMINEES[:100],
        {"year": 2025, "category": "tech", "count": 20},
        {"year": 2024, "category": "tech", "count": 5},
        {"year": 2024, "category": "creative", "count": 1},
    ]


def test_a_preview_holds_what_its_query_chooses() -> None:
    shown = held(NOMINEES, {"responses": {}, "search": "year=2024&category=tech"})
    assert shown[:5] == NOMINEES[120:125]
    assert [each["count"] for each in shown[5:]] == [120, 1]


def test_a_document_holds_a_list_of_100_records_and_a_browser_any() -> None:
    assert held(NOMINEES[:100], {"responses": {}}) == NOMINEES[:100]
    assert held(NOMINEES, {}) == NOMINEES


PLACES: list[dict[str, Any]] = [{}, {"responses": {}}]
"""A browser, and the server that renders a document."""


@pytest.mark.parametrize("query", [nominees.NOMINEES, photos.PHOTOS, videos.VIDEOS])
def test_no_filter_of_a_list_misses_records_that_its_document_counts(query: Query) -> None:
    records = [
        {"id": n, "title": "", "year": 2020 + n % 5, "category": ("tech", "winners")[n % 2]}
        for n in range(900)
    ]
    script, options = query.view.script.removeprefix("$/"), query.view.options
    calls = [(records, place, options) for place in PLACES]
    whole, part = call_each(script, query.view.name, calls)
    assert len(part) < len(whole)
    for each in options["document"]["filters"]:
        for key in filter(None, (each["field"], each["label_field"])):
            values = [
                Counter(str(each[key]) for each in shown for _ in range(each.get("count", 1)))
                for shown in (whole, part)
            ]
            assert values[0] == values[1], key


def expected_window(current: int, last: int) -> list[int | str]:
    """Return the page numbers that the pagination shows."""
    if last <= 5:
        return list(range(1, last + 1))
    if current <= 3:
        return [1, 2, 3, 4, "gap", last]
    if current > last - 3:
        return [1, "gap", last - 3, last - 2, last - 1, last]
    return [1, "gap", current - 1, current, current + 1, "gap", last]


def test_the_pagination_window_of_many_page_counts() -> None:
    calls = [(page, last) for last in [*range(1, 16), 100] for page in range(1, last + 1)]
    windows = call_each("frontend/lists/criteria.js", "pageWindow", calls)
    assert windows == [expected_window(*each) for each in calls]


def test_invalid_page_numbers_are_those_of_existing_pages() -> None:
    params = ["99", "0", "-2", "x", "", "7"]
    calls = [(param, 7) for param in params]
    assert call_each("frontend/lists/criteria.js", "clampPage", calls) == [7, 1, 1, 1, 1, 7]


def test_the_browser_shows_the_server_messages() -> None:
    rules = browser_rules(MessageBase, "name", "email", "inquiryType", "message")
    assert rules == {
        "name": BrowserRule("length", "Name must be at least 2 characters", 2),
        "email": BrowserRule("email", "Please enter a valid email address"),
        "inquiryType": BrowserRule("required", "Please select an inquiry type"),
        "message": BrowserRule("length", "Message must be at least 10 characters", 10),
    }
