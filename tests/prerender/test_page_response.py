"""Responses of pages in the content codings that clients ask for."""

import gzip
from collections.abc import Callable

import anyio
import brotli
import pytest
from starlette.types import Message

from awards_site.core.http.caching.content_encoding import Coding
from awards_site.prerender.page_response import PageResponse

HTML = b"<!DOCTYPE html>" + b"<p>Ada</p>" * 100
DECODERS: dict[Coding, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "identity": bytes,
}


def get(page: PageResponse, accepted: str) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of the page's response to a GET request."""
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)

    headers = [(b"accept-encoding", accepted.encode())]
    anyio.run(page.send, {"type": "http", "method": "GET", "headers": headers}, send)
    start, body = messages
    return {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.mark.parametrize("made", ["br", "gzip"])
@pytest.mark.parametrize("requested", DECODERS)
def test_a_page_is_served_in_each_coding_whichever_was_made_first(
    made: Coding, requested: Coding
) -> None:
    headers, body = get(PageResponse(HTML, "", codings={made}), requested)
    assert headers.get("content-encoding", "identity") == requested
    assert int(headers["content-length"]) == len(body)
    assert DECODERS[requested](body) == HTML


def test_a_page_has_another_etag_in_each_coding() -> None:
    page = PageResponse(HTML, "")
    assert len({get(page, coding)[0]["etag"] for coding in DECODERS}) == len(DECODERS)


def test_the_memory_of_a_page_does_not_depend_on_what_was_asked_for() -> None:
    page = PageResponse(HTML, "")
    before = page.memory_bytes
    for coding in DECODERS:
        get(page, coding)
    assert page.memory_bytes == before
