"""Files that are sent while they are made: CSV without formulas, and others."""

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
    return download_response(filename, "text/csv; charset=utf-8", _lines(headings, rows))


def download_response(filename: str, media_type: str, content: Iterable[str]) -> StreamingResponse:
    """Return a file for download that no cache stores."""
    return StreamingResponse(
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
        yield _line([_harmless(cell) for cell in row])


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def _harmless(cell: object) -> str:
    """Return a cell's text, with an apostrophe before what a spreadsheet would compute.

    A text that looks as if it had been given one gets another, so that `original_text` is exact.
    """
    text = "" if cell is None else str(cell)
    return f"'{text}" if isinstance(cell, str) and _is_formula(text) else text


def original_text(cell: str) -> str:
    """Return the text of a cell without the apostrophe that made it harmless."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    return text.lstrip("'").startswith(_FORMULA_STARTS)
