"""CSV files whose texts no spreadsheet takes for formulas."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from starlette.responses import StreamingResponse

from awards_site.core.http.downloads import download_response

_BETWEEN = r"""\s\0-\x20\x85\ufeff"',;|"""
"""Characters that may precede the start of a cell: white space, quotation marks, separators."""
_FORMULA = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_BEFORE_FORMULA = re.compile(rf"(?<![{_BETWEEN}])([{_BETWEEN}]*)(?={_FORMULA})")
_MARKED_FORMULA = re.compile(rf"(?<![{_BETWEEN}])([{_BETWEEN}]*)'(?={_FORMULA})")
_MARKED_START = re.compile(r"'+[\t\r]")
_BYTE_ORDER_MARK = "\ufeff"
"""Tells Excel that the file is UTF-8."""


def csv_response(
    filename: str, headings: Sequence[str], rows: Iterable[Sequence[object]]
) -> StreamingResponse:
    """Return a CSV file for download; `rows` are read in worker threads, as they are sent."""
    return download_response(filename, "text/csv; charset=utf-8", _lines(headings, rows))


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
