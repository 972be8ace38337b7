"""The codings of a body: brotli, gzip, or none."""

from functools import lru_cache
from typing import Literal

import brotli
from zlib_ng import gzip_ng

Coding = Literal["br", "gzip", "identity"]

IDENTITY: Coding = "identity"
COMPRESSED: tuple[Coding, ...] = ("br", "gzip")
"""The compressing codings, best compression first."""


@lru_cache(maxsize=1024)
def negotiate_coding(accepted: bytes) -> Coding:
    """Return the preferred coding of an `Accept-Encoding` header.

    Returns identity if no coding is acceptable.
    """
    weights = dict(_parse_weight(part) for part in accepted.decode("latin-1").lower().split(","))
    default = weights.get("*", 0.0)
    weighted = [(weights.get(coding, default), coding) for coding in COMPRESSED]
    # A client that does not list identity accepts it with the lowest preference.
    weighted.append((weights.get(IDENTITY, 0.0), IDENTITY))
    weight, coding = max(weighted, key=lambda each: each[0])
    return coding if weight > 0 else IDENTITY


def compress(body: bytes, coding: Coding) -> bytes:
    # Both take about 2 ms for 100 KB. Brotli at quality 9 takes 6 times as long and saves 2 %.
    if coding == "br":
        return brotli.compress(body, quality=5)
    # `mtime=0` makes the output deterministic.
    if coding == "gzip":
        return bytes(gzip_ng.compress(body, 6, mtime=0))  # type: ignore[no-untyped-call]
    return body


def decompress(body: bytes, coding: Coding) -> bytes:
    if coding == "br":
        return brotli.decompress(body)
    if coding == "gzip":
        return bytes(gzip_ng.decompress(body))  # type: ignore[no-untyped-call]
    return body


def _parse_weight(part: str) -> tuple[str, float]:
    coding, *parameters = (each.strip() for each in part.split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return coding, float(value)
            except ValueError:
                return coding, 0.0
    return coding, 1.0
