"""Tests of content blocks: overriding defaults, and errors in sections."""

from typing import Annotated, Any

import pytest
from pydantic import Field

from awards_site.core.presentation import content_blocks
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
    problem_of,
)


class Step(BlockSchema):
    """A step of the programme."""

    date: Line
    place_name: str = ""


class Programme(BlockSchema):
    """The texts of the page under test."""

    title: Line
    text: Paragraph
    steps: Annotated[list[Step], Field(max_length=3)]


DEFAULT = Programme(title="The programme", text="It begins.", steps=[Step(date="March 1")])


@pytest.fixture
def programme(monkeypatch: pytest.MonkeyPatch) -> ContentBlock[Programme]:
    """Define a single content block for one test."""
    monkeypatch.setattr(content_blocks, "CONTENT_BLOCKS", {})
    return ContentBlock("page.programme", "Programme", DEFAULT)


def test_a_section_replaces_defaults_by_key(
    programme: ContentBlock[Programme],
) -> None:
    content = {"steps": [{"date": "May 2", "placeName": "The hall"}]}
    steps = [Step(date="May 2", place_name="The hall")]
    assert programme.parse(content) == DEFAULT.model_copy(update={"steps": steps})


def test_pages_get_camel_case_keys_without_source_fields(
    programme: ContentBlock[Programme],
) -> None:
    class Derived(Programme):
        source_fields = frozenset({"text"})

    shown = Derived(**programme.default.model_dump()).shown(by_alias=True)
    assert shown == {"title": "The programme", "steps": [{"date": "March 1", "placeName": ""}]}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({}, None),
        ({"title": "Another"}, None),
        ({"steps": []}, None),
        ({"steps": [{"date": ""}]}, "steps.0.date: Date is required."),
        ({"steps": [{"date": 7}]}, "steps.0.date: Date must be text."),
        ({"steps": [{}]}, "steps.0.date: Missing key."),
        (
            {"steps": [{"date": "May 2"}, {"date": "June 3", "place_name": "The hall"}]},
            "steps.1.place_name: Unknown key.",
        ),
        ({"titel": "Another"}, "titel: Unknown key."),
        (
            {"steps": [{"date": "May 2"}] * 4},
            "steps: Must have 3 or fewer entries.",
        ),
        ({"title": "", "text": ""}, "title: Title is required (and 1 more)."),
    ],
)
def test_a_problem_names_the_key_and_the_error(
    programme: ContentBlock[Programme], content: dict[str, Any], problem: str | None
) -> None:
    assert programme.problem(content) == problem
    assert problem_of("page.programme", content) == problem
    assert problem_of("page.unknown", content) is None
