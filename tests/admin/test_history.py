"""The versions that a history shows, and what differs between them by word."""

import pytest

from awards_site.features.nominees.entity import NomineeCategory
from awards_site.portal.fields import Field, SelectField, SwitchField
from awards_site.portal.history import (
    Comparison,
    FieldChange,
    Part,
    SavedVersion,
    diff_words,
    field_changes,
    shown_versions,
)

SAVED = [
    SavedVersion(3, "2026-11-21T03:05:00+00:00", "Ada Okafor", {"number": 3}, "Changed"),
    SavedVersion(2, "2026-11-20T03:05:00+00:00", "Deleted account", {"number": 2}, "Created"),
    SavedVersion(1, "", "", {"number": 1}, is_original=True),
]


def compare(before: SavedVersion, after: SavedVersion) -> Comparison:
    parts = [Part(kind="same", text=f"{before.id} to {after.id}")]
    return after.summary, [FieldChange(label="", parts=parts)]


def compared(count: int = 3, with_version: str = "") -> list[str]:
    shown = shown_versions(SAVED, count, compare, with_version)
    return [each["changes"][0]["parts"][0]["text"] for each in shown]


def test_the_newest_version_is_the_current_one_and_the_original_comes_last() -> None:
    shown = shown_versions(SAVED, 3, compare)
    assert [(each["title"], each["author"], each["summary"]) for each in shown] == [
        ("Nov 21, 2026, 3:05 AM UTC", "Ada Okafor", "Changed"),
        ("Nov 20, 2026, 3:05 AM UTC", "Deleted account", "Created"),
        ("Original version", "", ""),
    ]
    assert [each["is_current"] for each in shown] == [True, False, False]
    assert shown[1]["restore_label"] == "Restore the version of Nov 20, 2026, 3:05 AM UTC"
    assert shown[2]["restore_label"] == "Restore the original version"
    assert shown_versions([], 20, compare) == []


def test_each_version_is_compared_with_the_one_before_or_with_any_other() -> None:
    assert compared() == ["2 to 3", "1 to 2", "1 to 1"]
    assert compared(count=2) == ["2 to 3", "1 to 2"]
    assert compared(with_version="3") == ["3 to 3", "3 to 2", "3 to 1"]


def test_only_fields_that_differ_are_shown_as_people_read_them() -> None:
    fields = (
        Field("name", "Name"),
        SelectField("category", "Category", choices=NomineeCategory),
        SwitchField("isWinner", "Winner"),
        Field("url", "Website"),
    )
    before = {"name": "Ada", "category": "technology", "isWinner": False, "url": None}
    after = {"name": "Ada", "category": "technology", "isWinner": True, "url": "https://ada.org"}
    assert field_changes(fields, before, after) == [
        {
            "label": "Winner",
            "parts": [{"kind": "removed", "text": "No"}, {"kind": "added", "text": "Yes"}],
        },
        {
            "label": "Website",
            "parts": [
                {"kind": "removed", "text": "(empty)"},
                {"kind": "added", "text": "https://ada.org"},
            ],
        },
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("one two three", "one three", [("same", "one "), ("removed", "two "), ("same", "three")]),
        ("one", "one\n two", [("removed", "one"), ("added", "one\n two")]),
        ("a b", "a c b", [("same", "a "), ("added", "c "), ("same", "b")]),
        ("", "new", [("added", "new")]),
        ("  indented", "indented", [("removed", "  "), ("same", "indented")]),
    ],
)
def test_texts_are_compared_by_word(
    before: str, after: str, expected: list[tuple[str, str]]
) -> None:
    assert [(part["kind"], part["text"]) for part in diff_words(before, after)] == expected
