"""Has files be sent whole where the request's Range means nothing (RFC 9110, 14.2)."""

import re

from starlette.requests import Request

_PART = re.compile(r"\s*(?:([0-9]{1,19})-([0-9]{0,19})|-[0-9]{1,19})\s*")


def ignore_invalid_range(request: Request) -> None:
    """Drop a Range in another unit than bytes, or with an invalid part.

    As a dependency of a route that sends files; what cannot be satisfied is answered with 416.
    """
    unit, _, parts = request.headers.get("Range", "").partition("=")
    if unit.strip().lower() != "bytes" or not all(map(_is_valid, parts.split(","))):
        headers = request.scope["headers"]
        request.scope["headers"] = [each for each in headers if each[0] != b"range"]


def _is_valid(part: str) -> bool:
    found = _PART.fullmatch(part)
    return found is not None and not (found[2] and int(found[2]) < int(found[1]))
