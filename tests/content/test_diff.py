"""The diff of two versions of a section, and JSON as text."""

from typing import Any

import pytest

from awards_site.features.content.admin_editor import JsonField, section_editor
from awards_site.features.content.diff import MAX_LINES, diff, format_json, parse_json
from awards_site.portal.fields import NO_VALUE


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
