"""Tests of the negotiation of content codings (RFC 9110, 12.5.3) and of compression."""

import gzip

import brotli
import pytest

from awards_site.core.http.content_encoding import codings, compress, negotiate_coding


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
    made = codings(body)
    assert made == {coding: compress(body, coding) for coding in ("identity", "br", "gzip")}
    assert (
        made["identity"] == gzip.decompress(made["gzip"]) == brotli.decompress(made["br"]) == body
    )
    assert max(len(made["gzip"]), len(made["br"])) < len(body)
