"""CSV, iCalendar, XML and ranges."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from icalendar import Calendar, Event
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from awards_site.core.errors import ServiceUnavailable
from awards_site.settings import settings

_BETWEEN = r"""\s\0-\x20\x85\ufeff"',;|"""
"""Characters that may precede the start of a cell: white space, quotation marks, separators."""
_FORMULA = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_BEFORE_FORMULA = re.compile(rf"(?<![{_BETWEEN}])([{_BETWEEN}]*)(?={_FORMULA})")
_MARKED_FORMULA = re.compile(rf"(?<![{_BETWEEN}])([{_BETWEEN}]*)'(?={_FORMULA})")
_MARKED_START = re.compile(r"'+[\t\r]")
_BYTE_ORDER_MARK = "\ufeff"
"""Tells Excel that the file is UTF-8."""


def file_name(sent: str | None) -> str:
    """Return the name of an uploaded file as it was before the browser escaped it in the form."""
    return re.sub("%0[AD]", " ", (sent or "").replace("%22", '"'), flags=re.IGNORECASE)


MAX_HEAVY_WORK = 8
"""How many files are made at once: each may hold one of the 40 threads of all requests."""
_places = BoundedSemaphore(MAX_HEAVY_WORK)


@contextmanager
def heavy_work() -> Iterator[None]:
    """Take a place for making a file. Raises ServiceUnavailable if there is none."""
    if not _places.acquire(blocking=False):
        message = "Too many files are being made at the moment. Please try again in a few seconds."
        raise ServiceUnavailable(message, retry_after=5)
    try:
        yield
    finally:
        _places.release()


class _Download(StreamingResponse):
    """A file that is made while it is sent, in a place of its own."""

    def __init__(self, content: Iterable[str | bytes], **options: Any) -> None:
        super().__init__(content, **options)
        self._place = ExitStack()
        self._place.enter_context(heavy_work())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await super().__call__(scope, receive, send)


def csv_response(
    filename: str, headings: Sequence[str], rows: Iterable[Sequence[object]]
) -> StreamingResponse:
    """Return a CSV file for download; `rows` are read in worker threads, as they are sent."""
    return download_response(filename, "text/csv; charset=utf-8", _lines(headings, rows))


def download_response(
    filename: str, media_type: str, content: Iterable[str | bytes]
) -> StreamingResponse:
    """Return a file for download that no cache stores. Raises ServiceUnavailable if busy."""
    return _Download(
        content,
        media_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "Cache-Control": "private, no-store",
        },
    )


def _lines(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"{_BYTE_ORDER_MARK}{_line(headings)}"
    for row in rows:
        yield _line([harmless(cell) if isinstance(cell, str) else cell for cell in row])


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def harmless(text: str) -> str:
    """Return a cell's text, with an apostrophe before what a spreadsheet would compute.

    That is at its start and after separators, quotation marks and line breaks, because a
    spreadsheet with other settings divides the file there. A text that looks as if it had been
    given an apostrophe gets another, so that `original_text` is exact.
    """
    marked = _BEFORE_FORMULA.sub(lambda found: found[0] + "'" * _starts_cell(found), text)
    return f"'{marked}" if _MARKED_START.match(f"'{marked}") else marked


def original_text(cell: str) -> str:
    """Return the text of a cell without the apostrophes that made it harmless."""
    marked = cell[1:] if _MARKED_START.match(cell) else cell
    return _MARKED_FORMULA.sub(lambda found: found[1] + "'" * (not _starts_cell(found)), marked)


def _starts_cell(found: re.Match[str]) -> bool:
    return found.start() == 0 or bool(found[1].strip(" \xa0'"))


def make_calendar(entries: Iterable[Event]) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings().programme}//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    for entry in entries:
        calendar.add_component(entry)
    return calendar


def calendar_response(calendar: Calendar, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = calendar.to_ical(sorted=False)
    return Response(content, headers=headers, media_type="text/calendar; charset=utf-8")


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


# Characters that XML 1.0 forbids even when escaped (production 2); pasted text may contain them.
_INVALID_CHARACTERS = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def add(
    parent: Element, name: str, text: str = "", attributes: Mapping[str, str] | None = None
) -> Element:
    added = SubElement(
        parent, name, {key: _strip_invalid(value) for key, value in (attributes or {}).items()}
    )
    added.text = _strip_invalid(text) or None
    return added


def xml_response(root: Element, media_type: str) -> Response:
    content = tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(content, media_type=f"{media_type}; charset=utf-8")


def _strip_invalid(text: str) -> str:
    return _INVALID_CHARACTERS.sub("", text)
