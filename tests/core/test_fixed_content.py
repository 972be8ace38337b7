"""Fixed texts: what a content section makes of them, and what a wrong one is told."""

from typing import Annotated, Any

import httpx
import pytest
from pydantic import Field

from awards_site.core import fixed_content
from awards_site.core.fixed_content import (
    FixedContent,
    FixedTexts,
    Line,
    OptionalLine,
    Paragraph,
    problem_of,
    read_override,
    read_overrides,
)
from awards_site.core.request_client import RequestClient


class Step(FixedTexts):
    """A step of the programme."""

    date: Line
    place_name: OptionalLine = ""


class Programme(FixedTexts):
    """What the tests' page says."""

    title: Line
    text: Paragraph
    steps: Annotated[list[Step], Field(max_length=3)]


DEFAULT = Programme(title="The programme", text="It begins.", steps=[Step(date="March 1")])


@pytest.fixture
def programme(monkeypatch: pytest.MonkeyPatch) -> FixedContent[Programme]:
    """Register a fixed content, and nothing else, for one test."""
    monkeypatch.setattr(fixed_content, "REGISTERED", {})
    return FixedContent("page.programme", "Programme", DEFAULT)


def client(answer: httpx.Response | Exception) -> RequestClient:
    """Return a client to which every call is answered alike."""

    def respond(request: httpx.Request) -> httpx.Response:
        assert request.url.path == "/api/content-sections"
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def no_wait(_seconds: float) -> None:
        return None

    return RequestClient(httpx.MockTransport(respond), sleep=no_wait)


def section(content: Any) -> httpx.Response:
    """Return the answer that holds a section's content."""
    return httpx.Response(200, json=[{"identifier": "page.programme", "content": content}])


@pytest.mark.anyio
async def test_named_keys_replace_the_default_as_a_whole(
    programme: FixedContent[Programme],
) -> None:
    content = {"steps": [{"date": "May 2", "placeName": "The hall"}]}
    read = await read_override(client(section(content)), programme)
    assert read == DEFAULT.model_copy(update={"steps": [Step(date="May 2", place_name="The hall")]})


@pytest.mark.anyio
@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, json=[]),
        httpx.Response(500, text="broken"),
        httpx.ConnectError("no network"),
        section({"steps": [{"date": ""}]}),
        section({"steps": "tomorrow"}),
        section({"unknown": 1}),
    ],
    ids=["none", "failure", "no answer", "empty text", "wrong type", "unknown key"],
)
async def test_whatever_cannot_be_used_leaves_the_default(
    programme: FixedContent[Programme], answer: httpx.Response | Exception
) -> None:
    assert await read_override(client(answer), programme) is None


@pytest.mark.anyio
async def test_several_texts_are_read_by_one_call(programme: FixedContent[Programme]) -> None:
    other = FixedContent("page.other", "Other", DEFAULT)
    asked: list[httpx.URL] = []

    def respond(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        return section({"title": "Upward"})

    reader = RequestClient(httpx.MockTransport(respond))
    read = await read_overrides(reader, [other, programme])
    assert read == [None, DEFAULT.model_copy(update={"title": "Upward"})]
    assert [url.params.get_list("identifier") for url in asked] == [
        ["page.other", "page.programme"]
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({}, None),
        ({"title": "Another"}, None),
        ({"steps": []}, None),
        ({"steps": [{"date": ""}]}, "steps.0.date: Date is required."),
        ({"steps": [{"date": 7}]}, "steps.0.date: Date must be text."),
        ({"steps": [{}]}, "steps.0.date: This key is missing."),
        (
            {"steps": [{"date": "May 2"}, {"date": "June 3", "place_name": "The hall"}]},
            "steps.1.place_name: This key is not known.",
        ),
        ({"titel": "Another"}, "titel: This key is not known."),
        (
            {"steps": [{"date": "May 2"}] * 4},
            "steps: List should have at most 3 items after validation, not 4.",
        ),
        ({"title": "", "text": ""}, "title: Title is required (and 1 more)."),
    ],
)
def test_a_problem_says_what_is_wrong_where(
    programme: FixedContent[Programme], content: dict[str, Any], problem: str | None
) -> None:
    assert programme.problem(content) == problem
    assert problem_of("page.programme", content) == problem
    assert problem_of("page.unknown", content) is None


def test_an_identifier_is_defined_once(programme: FixedContent[Programme]) -> None:
    with pytest.raises(ValueError, match=r"'page\.programme' is defined twice"):
        FixedContent("page.programme", "Again", DEFAULT)
