"""Tests of the negotiation of content codings (RFC 9110, 12.5.3) and of compression."""

import gzip

import brotli
import pytest

from awards_site.core.http.caching import (
    COMPRESSED,
    IDENTITY,
    compress,
    decompress,
    negotiate_coding,
)


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
