"""The search of lists: the words, without case and accents, must all occur in the search text."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, column
from sqlalchemy import table as table_of
from sqlmodel import col

from awards_site.core.database.engine import engine
from awards_site.core.database.list_indexes import SEARCHED, search_index
from awards_site.core.records.managed_record import SearchableRecord, normalize_for_search

_TRIGRAM = 3


def words(search: str) -> Sequence[str]:
    """Return the words of a search as they are in search texts."""
    return normalize_for_search(search).split()


def matches(table: type[SearchableRecord], search: str) -> list[ColumnElement[bool]]:
    """Return the conditions of a search."""
    text = col(table.search_text)
    return [text.contains(word, autoescape=True) for word in words(search)]


def index_lookup(table: type[SearchableRecord], search: str) -> list[ColumnElement[bool]]:
    """Return conditions by which SQLite finds the records that may match in the table's index.

    PostgreSQL uses its index by itself. A search without a word of three characters uses none.
    """
    name = str(table.__tablename__)
    trigrams = {
        word[start : start + _TRIGRAM]
        for word in words(search)
        for start in range(len(word) - _TRIGRAM + 1)
    }
    if name not in SEARCHED or not trigrams or engine().dialect.name != "sqlite":
        return []
    index = search_index(name)
    indexed = table_of(index, column("rowid"), column(index))
    quoted = ('"{}"'.format(each.replace('"', '""')) for each in sorted(trigrams))
    return [indexed.c.rowid == table.id, indexed.c[index].match(" AND ".join(quoted))]
