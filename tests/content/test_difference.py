"""The difference between two versions of a section, and the versions that a history has."""

import json
from typing import Any

import pytest

from awards_site.admin.forms.fields import NO_VALUE
from awards_site.content.difference import MAX_LINES, difference
from awards_site.content.history import content_of, versions
from awards_site.content.json_editor import JsonField
from awards_site.content.json_text import read, written


def told(before: Any, after: Any) -> list[tuple[str, str]]:
    """Return the kinds and texts of a difference's lines."""
    return [(line.kind, line.text.strip()) for line in difference(before, after).lines]


def test_added_and_removed_lines_are_told_with_their_surroundings() -> None:
    before = {f"key{number}": number for number in range(10)}
    after = before | {"key5": 55}
    assert told(before, after) == [
        ("gap", "4 unchanged lines"),
        ("same", '"key3": 3,'),
        ("same", '"key4": 4,'),
        ("removed", '"key5": 5,'),
        ("added", '"key5": 55,'),
        ("same", '"key6": 6,'),
        ("same", '"key7": 7,'),
        ("gap", "3 unchanged lines"),
    ]
    change = difference(before, after)
    assert (change.added, change.removed) == (1, 1)


def test_each_line_of_a_longer_text_stands_on_its_own() -> None:
    before = {"markdown": "# Title\n\nFirst paragraph.\nLast."}
    after = {"markdown": "# Title\n\nAnother paragraph.\nLast."}
    assert ("removed", "First paragraph.\\n") in told(before, after)
    assert ("added", "Another paragraph.\\n") in told(before, after)
    assert difference(before, after).added == 1


def test_a_backslash_before_an_n_is_no_line_break() -> None:
    assert told({"path": "C:\\new"}, {"path": "C:\\newer"})[1:3] == [
        ("removed", '"path": "C:\\\\new"'),
        ("added", '"path": "C:\\\\newer"'),
    ]


def test_equal_versions_have_no_lines() -> None:
    assert difference({"a": 1}, {"a": 1}).lines == ()


def test_a_long_difference_is_cut_and_says_so() -> None:
    change = difference({}, {f"key{number}": number for number in range(1000)})
    assert len(change.lines) == MAX_LINES + 1
    assert change.lines[-1].kind == "gap"
    assert change.lines[-1].text.endswith("further lines")
    assert change.added > 1000


def edit(number: int) -> dict[str, Any]:
    """Return an edit as the API answers it."""
    return {
        "id": number,
        "createdAt": f"2026-11-21T{number:02}:05:00+00:00",
        "userId": None,
        "userName": None if number == 1 else "Ada Okafor",
        "previousContent": {"number": number - 1},
        "newContent": {"number": number},
    }


EDITS = [edit(number) for number in (3, 2, 1)]


def test_a_history_ends_with_the_version_before_all_edits() -> None:
    shown = versions(EDITS, 20)
    assert [each["id"] for each in shown] == [3, 2, 1, 0]
    assert [each["current"] for each in shown] == [True, False, False, False]
    assert shown[0]["title"] == "Nov 21, 2026, 3:05 AM UTC"
    assert [each["who"] for each in shown[1:3]] == ["Ada Okafor", "Deleted account"]
    assert [each["id"] for each in versions(EDITS, 2)] == [3, 2]
    assert versions([], 20) == []


def test_a_version_s_content_is_what_its_edit_made() -> None:
    assert [content_of(EDITS, version) for version in (3, 2, 1, 0)] == [
        {"number": number} for number in (3, 2, 1, 0)
    ]
    assert content_of(EDITS, 99) is None
    assert content_of([], 0) is None


@pytest.mark.parametrize("content", [{}, {"a": [1, 2.5, None, True, "é\n\u2028"]}, {"": {"x": {}}}])
def test_what_is_written_reads_the_same(content: dict[str, Any]) -> None:
    assert read(written(content)) == content


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", '{"a": Infinity}', '{"a": 1e999}', '"\\ud800"', "[" * 100_000]
)
def test_what_cannot_be_sent_is_no_json(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(text)


def test_letters_are_written_as_they_are() -> None:
    assert written({"name": "Adaéze"}) == '{\n  "name": "Adaéze"\n}'
    assert json.loads(written({"a": 1})) == {"a": 1}


def test_a_conflict_tells_only_the_lines_that_differ() -> None:
    before = {"lead": "long " * 100, "title": "One"}
    field = JsonField("content", "Content")
    told = field.display_change(before, before | {"title": "Two"})
    assert told == ('"title": "One"', '"title": "Two"')
    assert field.display_change({"a": 1}, {"a": 1}) == (NO_VALUE, NO_VALUE)
