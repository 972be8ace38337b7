"""What a management screen's search finds."""

from typing import Any

from awards_site.admin.listing import ListQuery

KEYS = ("name", "category")
ENTRIES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"name": "Ada Obi", "category": "tech"}, {"id": 1, "category": "Technology"}),
    ({"name": "Bea Lund", "category": "startup", "bio": "ada"}, {"id": 2, "category": "Startup"}),
    ({"name": "Cy Ada", "category": None}, {"id": 3, "category": ""}),
]


def found(search: str) -> list[int]:
    """Return the ids of the rows that a search finds."""
    return [row["id"] for row in ListQuery(search).select(ENTRIES, KEYS)]


def test_without_a_search_everything_is_listed_in_order() -> None:
    assert found("") == found("   ") == [1, 2, 3]
    assert not ListQuery("  ").searching
    assert ListQuery("ada").searching


def test_words_are_found_in_values_and_labels_ignoring_case() -> None:
    assert found("ADA") == [1, 3]
    assert found("technology") == [1]
    assert found("obi tech") == [1]
    assert found("obi startup") == []
