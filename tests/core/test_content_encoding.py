"""Which content coding a reader is sent (RFC 9110, 12.5.3)."""

import gzip

import brotli
import pytest

from awards_site.core.http.content_encoding import best_coding, codings, compressed


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
def test_the_best_coding_is_the_one_with_most_weight(accepted: bytes, best: str) -> None:
    assert best_coding(accepted) == best


def test_a_body_is_the_same_after_its_way() -> None:
    body = b"A word of thanks. " * 500
    assert gzip.decompress(compressed(body, "gzip")) == body
    assert brotli.decompress(compressed(body, "br")) == body
    assert compressed(body, "identity") == body
    assert compressed(body, "gzip") == compressed(body, "gzip")


def test_a_body_is_offered_in_every_coding() -> None:
    body = b"A word of thanks. " * 500
    made = codings(body)
    assert {coding: len(each) < len(body) for coding, each in made.items()} == {
        "identity": False,
        "br": True,
        "gzip": True,
    }
