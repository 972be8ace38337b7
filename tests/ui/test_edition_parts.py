"""Which parts of a long list a page reads (awards_site/ui/lists/edition_parts.js)."""

from typing import Any

import pytest

from tests.javascript import call

COUNTS: list[dict[str, Any]] = [
    {"year": 2025, "category": "tech", "count": 10},
    {"year": 2025, "category": "creative", "count": 4},
    {"year": 2024, "category": "tech", "count": 300},
    {"year": 2023, "category": "tech", "count": 8},
    {"year": None, "category": "tech", "count": 5},
]
"""The numbers of 14, 300, 8 and 5 records, 327 in all."""


def parts(
    counts: list[dict[str, Any]], category: str | None = None, **options: Any
) -> dict[str, Any]:
    options = {"path": "/api/x", "maxAtOnce": 300, **options}
    found: dict[str, Any] = call(
        "ui/lists/edition_parts.js", "partsToRead", counts, category, options
    )
    return found


def urls(*names: object) -> list[str]:
    return [f"/api/x/{name}" for name in names]


@pytest.mark.parametrize(
    ("added", "read", "following"),
    [
        (0, ["year/2025"], 2024),
        (1, ["year/2025", "year/2024"], 2023),
        (2, ["year/2025", "year/2024", "year/2023"], None),
    ],
)
def test_editions_are_added_one_by_one(added: int, read: list[str], following: int | None) -> None:
    found = parts(COUNTS, added=added)
    assert (found["urls"], found["first"]) == (urls(*read), 0)
    assert found["next"]["year"] == following


def test_records_without_a_year_are_the_last_part() -> None:
    found = parts(COUNTS, added=3)
    assert found["urls"][-1] == "/api/x/year/none"
    assert "next" not in found


def test_a_small_edition_comes_with_the_one_before() -> None:
    small: list[dict[str, Any]] = [
        {"year": 2026, "count": 2},
        {"year": 2025, "count": 9},
        *COUNTS[2:],
    ]
    assert parts(small)["urls"] == urls("year/2026", "year/2025", "year/2024")
    assert parts(small[:1])["urls"] == urls("year/2026")


@pytest.mark.parametrize(
    ("page", "read", "first"),
    [
        (None, ["year/2025"], 0),
        ("2", ["year/2025"], 0),
        ("3", ["year/2025", "year/2024"], 0),
        ("4", ["year/2024"], 14),
        ("53", ["year/2024", "year/2023"], 14),
        ("54", ["year/2023", "year/none"], 314),
        ("99", ["year/none"], 322),
    ],
)
def test_a_page_reads_the_editions_that_it_shows(
    page: str | None, read: list[str], first: int
) -> None:
    found = parts(COUNTS, perPage=6, page=page)
    assert (found["urls"], found["first"]) == (urls(*read), first)
    assert "next" not in found


@pytest.mark.parametrize("options", [{}, {"perPage": 6, "page": "2"}])
def test_a_category_is_read_at_once_unless_it_is_long(options: dict[str, Any]) -> None:
    short = [COUNTS[0], COUNTS[3]]
    assert parts(short, "a b", **options)["urls"] == urls("category/a%20b")
    assert parts([COUNTS[0]], "tech", **options)["urls"] == urls("year/2025")
    assert parts(short, "a b", **options, maxAtOnce=17)["urls"][0] == "/api/x/year/2025"


def test_filters_without_matches_read_nothing() -> None:
    assert parts([], "tech")["urls"] == parts([], perPage=6)["urls"] == []
