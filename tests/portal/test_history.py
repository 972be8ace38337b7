"""Differences between versions, between two users, and between contents."""

from typing import Any

import pytest

from awards_site.features.content.admin_editor import JsonField, section_editor
from awards_site.features.content.history import MAX_LINES, diff, format_json, parse_json
from awards_site.features.nominees.admin import NOMINEES
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.portal.fields import NO_VALUE, Field, SelectField, SwitchField
from awards_site.portal.history import (
    Comparison,
    FieldChange,
    Part,
    SavedVersion,
    diff_words,
    field_changes,
    shown_versions,
)
from awards_site.portal.record_form import changed, differences

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


assert NOMINEES.update
FORM = NOMINEES.update

BEFORE: dict[str, Any] = {each.name: None for each in FORM.fields} | {
    "company": "Sahel Solar",
    "category": "tech",
    "isWinner": False,
}


def test_only_different_values_are_changes() -> None:
    assert changed(BEFORE, BEFORE) == {}
    assert changed(BEFORE, {**BEFORE, "company": "Mine"}) == {"company": "Mine"}


def test_their_changes_are_listed_in_form_order() -> None:
    theirs = {**BEFORE, "isWinner": True, "category": "startup", "company": None}
    assert differences(FORM, BEFORE, theirs, BEFORE) == [
        {"label": "Company", "before": "Sahel Solar", "theirs": "(empty)", "mine": ""},
        {"label": "Category", "before": "Technology", "theirs": "Startup of the Year", "mine": ""},
        {"label": "Winner", "before": "No", "theirs": "Yes", "mine": ""},
    ]


def test_my_value_is_listed_if_both_changed_a_field() -> None:
    theirs = {**BEFORE, "company": "Theirs", "category": "startup"}
    mine = {**BEFORE, "company": "Mine", "category": "startup", "isWinner": True}
    displayed = differences(FORM, BEFORE, theirs, mine)
    assert [(each["label"], each["mine"]) for each in displayed] == [
        ("Company", "Mine"),
        ("Category", ""),
    ]


def lines(before: Any, after: Any) -> list[tuple[str, str]]:
    """Return the kind and text of each line of a diff."""
    return [(line.kind, line.text.strip()) for line in diff(before, after).lines]


def test_added_and_removed_lines_have_context() -> None:
    before = {f"key{number}": number for number in range(10)}
    after = before | {"key5": 55}
    assert lines(before, after) == [
        ("gap", "4 unchanged lines"),
        ("same", '"key3": 3,'),
        ("same", '"key4": 4,'),
        ("removed", '"key5": 5,'),
        ("added", '"key5": 55,'),
        ("same", '"key6": 6,'),
        ("same", '"key7": 7,'),
        ("gap", "3 unchanged lines"),
    ]
    change = diff(before, after)
    assert (change.added, change.removed) == (1, 1)


def test_multiline_strings_are_split_into_lines() -> None:
    before = {"markdown": "# Title\n\nFirst paragraph.\nLast."}
    after = {"markdown": "# Title\n\nAnother paragraph.\nLast."}
    assert ("removed", "First paragraph.\\n") in lines(before, after)
    assert ("added", "Another paragraph.\\n") in lines(before, after)
    assert diff(before, after).added == 1


def test_a_long_diff_is_truncated() -> None:
    change = diff({}, {f"key{number}": number for number in range(1000)})
    assert len(change.lines) == MAX_LINES + 1
    assert change.lines[-1].kind == "gap"
    assert change.lines[-1].text.endswith("further lines")
    assert change.added > 1000


@pytest.mark.parametrize("content", [{}, {"a": [1, 2.5, None, True, "é\n\u2028"]}, {"": {"x": {}}}])
def test_formatted_json_parses_to_the_same_value(content: dict[str, Any]) -> None:
    assert parse_json(format_json(content)) == content


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", '{"a": Infinity}', '{"a": 1e999}', '"\\ud800"', "[" * 100_000]
)
def test_values_that_are_not_valid_json_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)


def test_a_conflict_shows_only_the_lines_that_differ() -> None:
    before = {"lead": "long " * 100, "title": "One"}
    field = JsonField("content", "Content", make=section_editor)
    change = field.display_change(before, before | {"title": "Two"})
    assert change == ('"title": "One"', '"title": "Two"')
    assert field.display_change({"a": 1}, {"a": 1}) == (NO_VALUE, NO_VALUE)
