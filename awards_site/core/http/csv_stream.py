"""CSV files that are sent while they are made, without formulas."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from starlette.responses import StreamingResponse

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_BYTE_ORDER_MARK = "\ufeff"
"""Tells Excel that the file is UTF-8."""


def csv_response(
    filename: str, headings: Sequence[str], rows: Iterable[Sequence[object]]
) -> StreamingResponse:
    """Return a CSV file for download; `rows` are read in worker threads, as they are sent."""
    return StreamingResponse(
        _lines(headings, rows),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "Cache-Control": "private, no-store",
        },
    )


def _lines(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"{_BYTE_ORDER_MARK}{_line(headings)}"
    for row in rows:
        yield _line([_harmless(cell) for cell in row])


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def _harmless(cell: object) -> str:
    """Return a cell's text, with an apostrophe before what a spreadsheet would compute."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
