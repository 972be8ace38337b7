"""Cached responses, and the negotiation of content codings (RFC 9110, 12.5.3)."""

import gzip
import secrets
from collections.abc import Callable
from datetime import timedelta

import anyio
import brotli
import pytest
from starlette.types import Message

from awards_site.core import clock
from awards_site.core.http.content_coding import (
    COMPRESSED,
    IDENTITY,
    Coding,
    compress,
    decompress,
    negotiate_coding,
)
from awards_site.core.http.response_store import (
    CachedResponse,
    JoinedResponse,
    ResponseStore,
    read_headers,
)
from awards_site.core.invalidation.reads import Reads

HTML = b"<!DOCTYPE html>" + b"<p>Ada</p>" * 100
DECODERS: dict[Coding, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "identity": bytes,
}


def response(body: bytes, *codings: Coding) -> CachedResponse:
    return CachedResponse(200, [(b"content-type", b"text/html")], body, Reads(), codings=codings)


def get(page: CachedResponse, accepted: str) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of the response to a GET request."""
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)

    headers = read_headers([(b"accept-encoding", accepted.encode())])
    anyio.run(page.send, send, "GET", headers)
    start, body = messages
    return {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.mark.parametrize("made", DECODERS)
@pytest.mark.parametrize("requested", DECODERS)
def test_a_response_is_sent_in_each_coding_whichever_was_made_first(
    made: Coding, requested: Coding
) -> None:
    headers, body = get(response(HTML, made), requested)
    assert headers.get("content-encoding", "identity") == requested
    assert int(headers["content-length"]) == len(body)
    assert DECODERS[requested](body) == HTML


@pytest.mark.parametrize("requested", DECODERS)
def test_a_joined_list_is_sent_as_if_it_had_been_made_at_once(requested: Coding) -> None:
    now = clock.now()
    parts = [response(each) for each in (b'[{"id":1},{"id":2}]', b'[{"id":3}]')]
    parts[1].expires = now + timedelta(seconds=1)
    joined = JoinedResponse(parts, Reads(), now + timedelta(seconds=2))
    at_once = response(b'[{"id":1},{"id":2},{"id":3}]')
    assert joined.body == at_once.body
    assert joined.expires == parts[1].expires
    assert joined.made_at == parts[0].made_at
    assert get(joined, requested) == get(at_once, requested)


def test_a_response_has_another_etag_in_each_coding() -> None:
    page = response(HTML)
    assert len({get(page, coding)[0]["etag"] for coding in DECODERS}) == len(DECODERS)


def test_the_response_read_least_recently_is_evicted_also_for_codings_made_later() -> None:
    store: ResponseStore[str, CachedResponse] = ResponseStore(1_000_000)
    for path in ("/a", "/b", "/c", "/d"):
        store.put(path, response(secrets.token_hex(100_000).encode()))
        assert store.get("/a"), path
    assert [path for path, _ in store] == ["/b", "/c", "/d", "/a"]
    page = store.get("/d")
    assert page
    get(page, "br")
    get(page, "gzip")
    assert [path for path, _ in store] == ["/c", "/a", "/d"]
    assert store.size == sum(each.memory_bytes for _, each in store) < 1_000_000


@pytest.mark.parametrize(
    ("accepted", "best"),
    [
        (b"", "identity"),
        (b"gzip", "gzip"),
        (b"br", "br"),
        (b"gzip, deflate, br, zstd", "br"),
        (b"GZIP;Q=0.5 , Br;Q=0.4", "gzip"),
        (b"gzip;q=1.0, br;q=0", "gzip"),
        (b"br;q=0.000, gzip;q=0", "identity"),
        (b"deflate", "identity"),
        (b"*", "br"),
        (b"*;q=0.1, br;q=0", "gzip"),
        (b"identity", "identity"),
        (b"identity;q=0.5, gzip;q=0.4", "identity"),
        (b"identity;q=0, gzip;q=0.1", "gzip"),
        (b"identity;q=0", "identity"),
        (b"*;q=0", "identity"),
        (b"gzip;q=much", "identity"),
        (b";;,=;q", "identity"),
        (b"\xff, gzip", "gzip"),
    ],
)
def test_the_coding_with_the_highest_weight_is_chosen(accepted: bytes, best: str) -> None:
    assert negotiate_coding(accepted) == best


def test_every_coding_decodes_to_the_same_body() -> None:
    body = b"A word of thanks. " * 500
    assert (
        brotli.decompress(compress(body, "br")) == gzip.decompress(compress(body, "gzip")) == body
    )
    for coding in (IDENTITY, *COMPRESSED):
        made = compress(body, coding)
        assert decompress(made, coding) == body
        assert (len(made) < len(body)) == (coding in COMPRESSED)
