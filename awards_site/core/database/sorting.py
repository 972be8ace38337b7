"""The order of texts in lists: without case and accents, the same on every database.

Statements sort by `sort_key(column)`. On SQLite that calls `sort_key_of`; on PostgreSQL a function
with the same results, made by migration 0015. Lists that grow without limit store the keys, in
columns with an index.
"""

import re
import unicodedata
from typing import Any

from sqlalchemy import String, UnaryExpression, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import operators
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction
from sqlmodel import Field

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


def sort_key_column() -> Any:
    """Return the field of a stored sort key, which compares code points on every database."""
    kind = String().with_variant(String(collation="C"), "postgresql")
    return Field(default="", sa_type=kind, sa_column_kwargs={"server_default": text("''")})


def reverse(key: Any) -> Any:
    """Return the opposite of an order by one key."""
    modifier = getattr(key, "modifier", None)
    if modifier is operators.nulls_last_op:
        return reverse(key.element).nulls_first()
    if modifier is operators.asc_op:
        return key.element.desc()
    return key.element.asc() if modifier is operators.desc_op else key.desc()


def key_of(ordered: Any) -> Any:
    """Return what an order by one key sorts by, without its direction."""
    return key_of(ordered.element) if isinstance(ordered, UnaryExpression) else ordered


def is_descending(ordered: Any) -> bool:
    """Return whether an order by one key begins with the greatest."""
    if not isinstance(ordered, UnaryExpression):
        return False
    return ordered.modifier is operators.desc_op or is_descending(ordered.element)


def folded(text: str) -> str:
    """Return the form of a text in which case does not matter, nor how its accents are stored."""
    return unicodedata.normalize("NFC", text).casefold()


def sort_key_of(text: str | None) -> str | None:
    """Return the key of a text, or None for None."""
    if text is None or text.isascii():
        return text and text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()
