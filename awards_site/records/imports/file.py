"""The file of an import: formats, limits and rows."""

import csv
import hashlib
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.errors import Invalid, TooLarge
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.http.csv_files import original_text
from awards_site.core.schemas import Schema
from awards_site.records.imports.fields import CellError, ImportField, whole_number

MAX_MEGABYTES = 2
MAX_ROWS = 1_000


if TYPE_CHECKING:
    from _csv import Reader

MAX_COLUMNS = 100
MAX_BLANK_ROWS = 100_000
TOO_LARGE = f"The file must be at most {MAX_MEGABYTES} MB"

_SEPARATORS = (",", ";", "\t")
_NAMED_SEPARATOR = re.compile(
    r"\s*\"?sep=([,;\t|])?\"?([,;\t|]?)[,;\t| ]*(?:\r\n?|\n)(?:[,;\t| ]*(?:\r\n?|\n))*", re.I
)
"""The first line by which spreadsheet programs are told the separator, and blank lines below it.

A program that saved it again may have padded it, with the separator that it wrote.
"""
_FAULTY_ROWS = re.compile(r"Error \(import ([0-9a-f]{16})\)")
"""The heading by which a list of faulty rows names its origin; see `import_requests.js`."""
_SAMPLE = 20
"""The number of rows that are compared to find the separator."""
_SHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of the files of spreadsheet programs."""


@dataclass(frozen=True)
class CsvRow:
    """A row with its number in the file, in which the headings are row 1, or below `sep=`.

    `has_more_cells` is whether it has cells without a heading.
    """

    number: int
    cells: tuple[str, ...]
    has_more_cells: bool

    def corrected(self, texts: Mapping[int, str], width: int) -> "CsvRow":
        """Return it with new texts by place; `width` is the number of headings."""
        cells = self.cells + ("",) * (width - len(self.cells))
        cells = tuple(texts.get(place, cell) for place, cell in enumerate(cells))
        return CsvRow(self.number, cells, any(map(str.strip, cells[width:])))


@dataclass(frozen=True)
class CsvFile:
    """The content of a file; `is_utf8` is whether its encoding was certain."""

    headings: tuple[str, ...]
    rows: tuple[CsvRow, ...]
    separator: str
    is_utf8: bool
    origin: str
    """The hash of the file, or, if it has the faulty rows of another one, of that."""
    has_faulty_rows: bool


def read_csv(content: bytes) -> CsvFile:
    """Read a file with headings. Raises Invalid and TooLarge, which say what to do."""
    if len(content) > MAX_MEGABYTES * MEGABYTE:
        raise TooLarge(TOO_LARGE)
    text, is_utf8 = _decode(content)
    named = _NAMED_SEPARATOR.match(text)
    first = 2 + len(named[0].splitlines()) if named else 2
    text = text[named.end() :] if named else text
    separator = named and (named[2] or named[1])
    separator = separator or max(_SEPARATORS, key=lambda each: _fit(text, each))
    records = _records(text, separator)
    headings = tuple(original_text(cell).strip() for cell in next(records, []))
    if not any(headings):
        raise _invalid("The first row of the file must have the headings of the columns")
    if len(headings) > MAX_COLUMNS:
        raise _invalid(f"The file must have at most {MAX_COLUMNS} columns")
    rows = _rows(records, len(headings), first=first)
    if not rows:
        raise _invalid("The file has headings, but no rows below them")
    named_origin = next(filter(None, map(_FAULTY_ROWS.fullmatch, headings)), None)
    origin = named_origin[1] if named_origin else hashlib.sha256(content).hexdigest()[:16]
    return CsvFile(headings, tuple(rows), separator, is_utf8, origin, named_origin is not None)


def _rows(records: Iterator[list[str]], width: int, first: int) -> list[CsvRow]:
    """Return the rows below the headings that are not blank; the first has the number `first`.

    Raises Invalid for too many.
    """
    rows: list[CsvRow] = []
    for number, cells in enumerate(records, start=first):
        if any(map(str.strip, cells)):
            has_more_cells = any(map(str.strip, cells[width:]))
            rows.append(CsvRow(number, tuple(map(original_text, cells)), has_more_cells))
        if len(rows) > MAX_ROWS:
            raise _invalid(
                f"The file has more than {MAX_ROWS:,} rows, which is the most that can be imported"
                " at once: divide it into several files."
            )
        if number - len(rows) > MAX_BLANK_ROWS:
            raise _invalid(f"The file has more than {MAX_BLANK_ROWS:,} blank rows: delete them")
    return rows


def _decode(content: bytes) -> tuple[str, bool]:
    """Return the text, and whether it is UTF-8; other encodings are read as Windows-1252.

    Accents are composed with their letters, as keyboards write them; macOS may separate them.
    """
    if content.startswith(_SHEETS):
        raise _invalid(
            "This is a workbook, not a CSV file. In the spreadsheet program, save it as"
            " 'CSV UTF-8', and choose that file."
        )
    is_utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if is_utf16 else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return unicodedata.normalize("NFC", text), encoding != "cp1252"
    raise _invalid("The file is not text. Save it as 'CSV UTF-8', and choose that file.")


def _fit(text: str, separator: str) -> tuple[float, int]:
    """Return how well a separator divides the first rows: how evenly, and into how many cells."""
    records: list[list[str]] = []
    is_broken = False
    try:
        records += (each for each in islice(_reader(text, separator), _SAMPLE) if each)
    except csv.Error:
        is_broken = True
    width = len(records[0]) if records else 0
    if is_broken or width < 2:
        return 0, width
    return sum(len(each) == width for each in records) / len(records), width


def _records(text: str, separator: str) -> Iterator[list[str]]:
    reader = _reader(text, separator)
    try:
        yield from reader
    except csv.Error:
        raise _invalid(
            f"A quotation mark near line {reader.line_num} of the file is not closed, or a cell is"
            " too long"
        ) from None


def _reader(text: str, separator: str) -> "Reader":
    # Line breaks inside quotation marks are kept as they are.
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)


def _invalid(message: str) -> Invalid:
    return Invalid({"file": message})


Mapped = Sequence[tuple[int, ImportField]]
"""The fields of the columns that are imported, by the columns' places."""
Found = Mapping[str, Mapping[str, int | str]]
"""The records that texts refer to, by field; see `FindReferences`."""


@dataclass
class Row:
    """A row of the file with its errors and its new record."""

    source: CsvRow
    errors: dict[str, str] = field(default_factory=dict)
    fields: Schema | None = None
    """The record's fields; None if they break a rule."""
    record: ManagedRecord | None = None
    """The new record; None if it would break a rule."""
    duplicate: str = ""

    @property
    def values(self) -> dict[str, Any]:
        return self.fields.model_dump(by_alias=True) if self.fields else {}


def check_row(
    create: type[Schema], published_field: str, source: CsvRow, mapped: Mapped, found: Found
) -> Row:
    """Return a row as an unpublished record of the schema `create`, or with its errors."""
    row = Row(source)
    if source.has_more_cells:
        row.errors[""] = "This row has more cells than there are headings"
    values: dict[str, Any] = {}
    for place, each in mapped:
        cell = source.cells[place] if place < len(source.cells) else ""
        # An empty cell leaves the default of the form.
        if not cell.strip():
            continue
        try:
            values[each.key] = _resolve(each, cell, found)
        except CellError as error:
            row.errors[each.key] = str(error)
    if published_field in create.model_fields:
        values[create.model_fields[published_field].alias or published_field] = False
    try:
        fields = create.model_validate(values)
    except ValidationError as error:
        for problem in error.errors():
            row.errors.setdefault(str(problem["loc"][0]), problem["msg"])
    else:
        row.fields = None if row.errors else fields
    return row


def texts_of(file: CsvFile, place: int) -> set[str]:
    """Return the different texts of a column."""
    cells = (each.cells[place].strip() for each in file.rows if place < len(each.cells))
    return {cell for cell in cells if cell}


def _resolve(target: ImportField, cell: str, found: Found) -> Any:
    """Return the value of a cell, or the id of the record that it names. Raises CellError."""
    text = cell.strip()
    if target.find is None or whole_number(text).isdecimal():
        return target.parse(cell)
    record = found[target.key][text]
    if isinstance(record, str):
        raise CellError(record)
    return record
