"""What a document holds of a list (awards_site/frontend/lists/criteria.js)."""

from typing import Any

from tests.javascript import call

YEAR = {"field": "year", "fallback": "latest"}
CATEGORY = {"field": "category", "fallback": "all"}
NOMINEES = [
    *[{"id": n, "year": 2025, "category": "tech"} for n in range(120)],
    *[{"id": n, "year": 2024, "category": "tech"} for n in range(120, 125)],
    {"id": 125, "year": 2024, "category": "creative"},
]


def held(records: list[dict[str, Any]], page: dict[str, Any]) -> list[dict[str, Any]]:
    document = {"filters": [YEAR, CATEGORY], "fields": ["year", "category"]}
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
