"""The rows of a file as new records of an entity, with the errors of their cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.schemas import Schema
from awards_site.resources.imports.fields import CellError, ImportField
from awards_site.resources.imports.file import CsvFile, CsvRow

Mapped = Sequence[tuple[int, ImportField]]
"""The fields of the columns that are imported, by the columns' places."""
Found = Mapping[str, Mapping[str, int | str]]
"""What the texts of references name, by field; see `FindReferences`."""


@dataclass
class Row:
    """A row of the file with what has been found out about it."""

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
    """Return what the cells of a column hold."""
    cells = (each.cells[place].strip() for each in file.rows if place < len(each.cells))
    return {cell for cell in cells if cell}


def _resolve(target: ImportField, cell: str, found: Found) -> Any:
    """Return the value of a cell, or the id of the record that it names. Raises CellError."""
    text = cell.strip()
    if target.find is None or text.isdecimal():
        return target.parse(cell)
    record = found[target.key][text]
    if isinstance(record, str):
        raise CellError(record)
    return record
