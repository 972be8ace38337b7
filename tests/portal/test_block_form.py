"""The form of a content block: its fields, and how values become content and back."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import pytest
from pydantic import Field

from awards_site.core.presentation.content_blocks import (
    CONTENT_BLOCKS,
    BlockSchema,
    ContentBlock,
    DateTime,
    Line,
    LinkUrl,
    OptionalImageUrl,
    Paragraph,
)
from awards_site.core.validation import EDITION_YEAR, Boolean
from awards_site.features.content.admin_editor import BlockField, BlockForm, block_form
from awards_site.pages import content_blocks
from awards_site.portal.fields import DateTimeField
from awards_site.settings import Settings
from tests.javascript import call, call_each, run
from tools.site_server import ROOT

assert content_blocks.__all__, "the registry is filled by importing the texts of every page"

KINDS = "frontend/portal/content/block_kinds.js"
VALUES = "frontend/portal/content/block_values.js"


class JuryMember(BlockSchema):
    """A member of the jury."""

    full_name: Line
    about: Annotated[Paragraph, Field(description="Two sentences.")]
    image: OptionalImageUrl = None
    chairs: Annotated[bool, Boolean()] = False
    topics: Annotated[list[Line], Field(min_length=1, max_length=3)]


class Venue(BlockSchema):
    """Where the jury meets."""

    city: Line
    link: LinkUrl


class JuryTexts(BlockSchema):
    """The texts of a page about the jury."""

    title: Line
    year: Annotated[int, EDITION_YEAR]
    meets: DateTime
    status: Literal["open", "closed"]
    venue: Venue
    members: Annotated[list[JuryMember], Field(max_length=5)]


MEMBER = JuryMember(full_name="Ada", about="Counts.", topics=["Engines"])
DEFAULT = JuryTexts(
    title="The jury",
    year=2025,
    meets=datetime(2025, 3, 1, 12, tzinfo=ZoneInfo("UTC")),
    status="open",
    venue=Venue(city="Atlanta", link="/contact"),
    members=[MEMBER],
)


@pytest.fixture
def jury(monkeypatch: pytest.MonkeyPatch) -> ContentBlock[JuryTexts]:
    monkeypatch.setattr("awards_site.core.presentation.content_blocks.CONTENT_BLOCKS", {})
    return ContentBlock("page.jury", "The jury", DEFAULT)


@pytest.fixture
def form(jury: ContentBlock[JuryTexts]) -> BlockForm:
    return block_form(jury)


def kinds(fields: tuple[BlockField, ...]) -> dict[str, str]:
    return {each.key: each.kind for each in fields}


def every_field(fields: tuple[BlockField, ...]) -> Iterator[BlockField]:
    for field in fields:
        yield field
        yield from every_field((*field.fields, *([field.item] if field.item else [])))


def test_each_kind_of_value_has_an_entry_and_an_input(form: BlockForm) -> None:
    forms = [form, *map(block_form, ALL)]
    used = {field.kind for each in forms for field in every_field(each.fields)}
    folder = ROOT / "awards_site" / "frontend" / "portal" / "content"
    importing = f"const {{ KINDS }} = await import({json.dumps(str(folder / 'block_kinds.js'))});"
    kinds = run(f"{importing} process.stdout.write(JSON.stringify(KINDS));", None)
    assert kinds.keys() == used
    inputs = re.findall(r"^export \w+ (\w+)", (folder / "block_inputs.jsx").read_text(), re.M)
    assert {each["input"] for each in kinds.values() if "input" in each} == {*inputs}


def test_each_type_has_its_input(form: BlockForm) -> None:
    assert kinds(form.fields) == {
        "title": "line",
        "year": "number",
        "meets": "datetime",
        "status": "choice",
        "venue": "group",
        "members": "list",
    }
    [venue, members] = form.fields[-2:]
    assert kinds(venue.fields) == {"city": "line", "link": "link"}
    assert members.item is not None
    assert kinds(members.item.fields) == {
        "fullName": "line",
        "about": "text",
        "image": "image",
        "chairs": "switch",
        "topics": "list",
    }


def test_labels_are_words_and_help_is_the_description(form: BlockForm) -> None:
    members = form.fields[-1]
    assert members.item is not None
    name, about, image, _, topics = members.item.fields
    assert (members.item.label, members.min, members.max) == ("Jury member", 0, 5)
    assert (name.label, name.help, name.required) == ("Full name", "", True)
    assert (about.label, about.help) == ("About", "Two sentences.")
    assert (image.required, image.default) == (False, None)
    assert topics.item is not None
    assert (topics.min, topics.max, topics.item.label) == (1, 3, "Item")
    about_block = block_form(CONTENT_BLOCKS["page.about"])
    [history] = [each for each in about_block.fields if each.key == "history"]
    paragraphs = history.fields[-1]
    assert paragraphs.item is not None
    assert (paragraphs.label, paragraphs.item.label) == ("Paragraphs", "Paragraph")
    status = form.fields[3]
    assert [(each.value, each.label) for each in status.choices] == [
        ("open", "Open"),
        ("closed", "Closed"),
    ]


@pytest.mark.parametrize("identifier", sorted(CONTENT_BLOCKS))
def test_every_content_block_has_a_form_that_shows_its_defaults(identifier: str) -> None:
    block = CONTENT_BLOCKS[identifier]
    form = block_form(block)
    assert form.defaults == block.default_content
    assert [each.key for each in form.fields] == list(form.defaults)


def test_defaults_fit_all_forms_and_change_nothing() -> None:
    forms = [asdict(block_form(block)) for block in CONTENT_BLOCKS.values()]
    defaults = [each["defaults"] for each in forms]
    fields = [each["fields"] for each in forms]
    assert set(call_each(KINDS, "misfit", list(zip(fields, defaults, strict=True)))) == {""}
    assert call_each(VALUES, "overrides", list(zip(forms, defaults, strict=True))) == [{}] * len(
        forms
    )


def test_only_what_differs_from_the_defaults_is_stored(form: BlockForm) -> None:
    default = form.defaults
    other_order = dict(reversed(default["venue"].items()))
    without_optional = {
        key: value for key, value in default["members"][0].items() if key not in ("image", "chairs")
    }
    same = {
        "title": "The jury",
        "meets": "2025-03-01T07:00:00-05:00",
        "venue": other_order,
        "members": [without_optional],
    }
    changed = {
        "title": "",
        "year": "2025",
        "venue": {"city": "Rome", "link": "/contact"},
        "members": [],
    }
    contents: list[Any] = [{}, default, same, changed, {**default, "members": [{}]}]
    calls = [(asdict(form), content) for content in contents]
    assert call_each(VALUES, "overrides", calls) == [{}, {}, {}, changed, {"members": [{}]}]


MISFITS: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"title": 7, "year": "soon", "venue": None}, ""),
    ({"titel": "x"}, "titel is not a key of this section."),
    ({"title": ["x"]}, "title must be a single value."),
    ({"meets": "soon"}, "meets must be an ISO 8601 date and time."),
    ({"status": "ajar"}, "status must be one of: open, closed."),
    ({"venue": "Atlanta"}, "venue must be an object."),
    ({"venue": {"street": "x"}}, "venue.street is not a key of this section."),
    ({"members": {}}, "members must be a list."),
    ({"members": [{}, []]}, "members.1 must be an object."),
    ({"members": [{"chairs": "yes"}]}, "members.0.chairs must be true or false."),
    ({"members": [{}, None]}, "members.1 must not be null."),
    ({"members": [{"topics": [None]}]}, "members.0.topics.0 must not be null."),
]


def test_content_that_the_form_cannot_show_is_named(form: BlockForm) -> None:
    fields = asdict(form)["fields"]
    found = call_each(KINDS, "misfit", [(fields, content) for content, _ in MISFITS])
    assert found == [sentence for _, sentence in MISFITS]


def test_a_new_item_has_the_defaults_of_its_fields(form: BlockForm) -> None:
    item = asdict(form)["fields"][-1]["item"]
    assert call(KINDS, "newValue", item) == {
        "fullName": "",
        "about": "",
        "image": None,
        "chairs": False,
        "topics": [""],
    }


def test_an_item_is_called_by_its_title_or_its_first_text(form: BlockForm) -> None:
    milestone = asdict(block_form(CONTENT_BLOCKS["edition"]))["fields"][-1]["item"]
    assert call(VALUES, "summary", milestone, {"id": "open", "title": "We open"}) == "We open"
    item = asdict(form)["fields"][-1]["item"]
    values: list[Any] = [{"fullName": "Ada", "about": "x"}, {"fullName": " ", "about": "x"}, {}, 7]
    calls = [(item, value) for value in values]
    assert call_each(VALUES, "summary", calls) == ["Ada", "x", "", ""]


TIMES = ["2025-01-15T19:30", "2025-07-15T19:30:05", "2025-03-09T02:30", "2025-11-02T01:30"]


@pytest.mark.parametrize(
    "zone", ["America/New_York", "UTC", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"]
)
def test_times_are_those_of_the_programme_as_in_other_forms(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("core.clock", "portal.fields"):
        values = Settings(AWARDS_TIMEZONE=zone)
        monkeypatch.setattr(f"awards_site.{module}.settings", lambda values=values: values)
    written = call_each(VALUES, "fromLocal", [(text, zone) for text in TIMES])
    assert written == [DateTimeField("at", "At").from_input(text) for text in TIMES]
    assert call_each(VALUES, "toLocal", [(text, zone) for text in written]) == TIMES
    *_, skipped, double = TIMES
    if zone == "America/New_York":
        assert written[2] == f"{skipped}[{zone}]"
        expected = "1:30 AM is there twice that day. The first one is meant (EDT)."
        assert call_each(VALUES, "noteOf", [(each, zone) for each in (skipped, double)]) == [
            "",
            expected,
        ]


PACKAGE = Path(__file__).resolve().parents[2] / "awards_site"
assert content_blocks.__all__, "the registry is filled by importing the texts of every page"
ALL = list(CONTENT_BLOCKS.values())


def test_every_module_with_content_blocks_is_imported_by_the_api() -> None:
    tree = ast.parse(Path(content_blocks.__file__).read_text())
    imported = {
        f"{node.module}.{name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    defining = {
        ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\w+ = ContentBlock\(", path.read_text(), re.M)
    }
    assert imported == defining, "awards_site/pages/content_blocks.py must import them all"


@pytest.mark.parametrize("block", ALL, ids=lambda block: str(block.identifier))
def test_defaults_are_valid_sections(block: ContentBlock[Any]) -> None:
    content = block.default_content
    assert block.problem(content) is None
    assert block.parse(content) == block.default
    assert block.parse({}) == block.default


@pytest.mark.parametrize("block", ALL, ids=lambda block: str(block.identifier))
def test_all_texts_and_lists_have_limits(block: ContentBlock[Any]) -> None:
    lists = [each for each in every_field(block_form(block).fields) if each.kind == "list"]
    assert [field.key for field in lists if not field.max] == []
    names = [str(field.alias) for field in block.shape.model_fields.values()]
    assert names
    assert [name for name in names if block.problem({name: "x" * 30_000}) is None] == []
