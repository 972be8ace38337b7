"""The order of texts in lists: without case and accents, the same on every database.

Statements sort by `sort_key(column)`. On SQLite that calls `sort_key_of`; on PostgreSQL a function
with the same results, made by migration 0015.
"""

import re
import unicodedata

from sqlalchemy import String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""The ranges of the accents and other marks that NFKD separates from their letters."""

_MARKS = re.compile(f"[{COMBINING}]")


class sort_key(GenericFunction[str]):  # noqa: N801 # Named as the function of the database.
    """The key by which a text sorts."""

    type = String()
    inherit_cache = True


@compiles(sort_key, "postgresql")
def _compare_code_points(element: sort_key, compiler: SQLCompiler, **options: object) -> str:
    # The order of SQLite, whatever the collation of the database.
    return f'({compiler.visit_function(element, **options)} COLLATE "C")'  # type: ignore[arg-type]


def sort_key_of(text: str | None) -> str | None:
    """Return the key of a text, or None for None."""
    if text is None or text.isascii():
        return text and text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()
