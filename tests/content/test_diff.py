"""The diff of two versions of a section, the versions of a history, and JSON as text."""

import json
from typing import Any

import pytest

from awards_site.admin.forms.fields import NO_VALUE
from awards_site.content.diff import MAX_LINES, diff
from awards_site.content.json_editor import JsonField
from awards_site.content.json_text import format_json, parse_json
from awards_site.content.models import ContentEditPublic
from awards_site.content.versions import content_of, versions


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


def test_an_escaped_backslash_before_n_is_not_a_line_break() -> None:
    assert lines({"path": "C:\\new"}, {"path": "C:\\newer"})[1:3] == [
        ("removed", '"path": "C:\\\\new"'),
        ("added", '"path": "C:\\\\newer"'),
    ]


def test_equal_versions_have_no_lines() -> None:
    assert diff({"a": 1}, {"a": 1}).lines == ()


def test_a_long_diff_is_truncated() -> None:
    change = diff({}, {f"key{number}": number for number in range(1000)})
    assert len(change.lines) == MAX_LINES + 1
    assert change.lines[-1].kind == "gap"
    assert change.lines[-1].text.endswith("further lines")
    assert change.added > 1000


def edit(number: int) -> dict[str, Any]:
    """Return the JSON of an edit."""
    return {
        "id": number,
        "createdAt": f"2026-11-21T{number:02}:05:00+00:00",
        "userId": None,
        "userName": None if number == 1 else "Ada Okafor",
        "previousContent": {"number": number - 1},
        "newContent": {"number": number},
    }


EDITS = [ContentEditPublic.from_json(edit(number)) for number in (3, 2, 1)]


def test_a_history_ends_with_the_version_before_all_edits() -> None:
    shown = versions(EDITS, 20)
    assert [each["id"] for each in shown] == [3, 2, 1, 0]
    assert [each["is_current"] for each in shown] == [True, False, False, False]
    assert shown[0]["title"] == "Nov 21, 2026, 3:05 AM UTC"
    assert [each["author"] for each in shown[1:3]] == ["Ada Okafor", "Deleted account"]
    assert [each["id"] for each in versions(EDITS, 2)] == [3, 2]
    assert versions([], 20) == []


def test_a_version_has_the_content_of_its_edit() -> None:
    assert [content_of(EDITS, version) for version in (3, 2, 1, 0)] == [
        {"number": number} for number in (3, 2, 1, 0)
    ]
    assert content_of(EDITS, 99) is None
    assert content_of([], 0) is None


@pytest.mark.parametrize("content", [{}, {"a": [1, 2.5, None, True, "é\n\u2028"]}, {"": {"x": {}}}])
def test_formatted_json_parses_to_the_same_value(content: dict[str, Any]) -> None:
    assert parse_json(format_json(content)) == content


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", '{"a": Infinity}', '{"a": 1e999}', '"\\ud800"', "[" * 100_000]
)
def test_values_that_are_not_valid_json_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)


def test_non_ascii_characters_are_not_escaped() -> None:
    assert format_json({"name": "Adaéze"}) == '{\n  "name": "Adaéze"\n}'
    assert json.loads(format_json({"a": 1})) == {"a": 1}


def test_a_conflict_shows_only_the_lines_that_differ() -> None:
    before = {"lead": "long " * 100, "title": "One"}
    field = JsonField("content", "Content")
    change = field.display_change(before, before | {"title": "Two"})
    assert change == ('"title": "One"', '"title": "Two"')
    assert field.display_change({"a": 1}, {"a": 1}) == (NO_VALUE, NO_VALUE)
