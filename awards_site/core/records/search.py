"""The search of lists: the words, without case and accents, must all occur in the search text.

Lists that grow without limit have an index of trigrams (`core/database/list_indexes.py`), which
finds words of three letters or digits.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, column, or_
from sqlalchemy import table as table_of
from sqlmodel import Session, col, func, select

from awards_site.core.database.engine import engine
from awards_site.core.database.list_indexes import SEARCHED, search_index
from awards_site.core.records.managed_record import SearchableRecord, normalize_for_search

_INDEXED = re.compile(r"[^\W_]{3}")
"""What a word contains that the indexes of both databases find."""
_TRIGRAM = 3
_FREQUENT = 30_000
"""From how many matches on it is faster to read a list in its order than to read all of them."""


ShownBy = Callable[[type[Any], str], ColumnElement[bool] | None]
"""Returns the condition that a list shows a word though the search text lacks it, or None."""


class IndexLookup(NamedTuple):
    """How SQLite finds the records that may match in the table's index."""

    row_id: ColumnElement[int]
    match: ColumnElement[bool]

    def is_frequent(self, session: Session) -> bool:
        """Return whether many records may match."""
        found = select(self.row_id).where(self.match).limit(_FREQUENT).subquery()
        return session.exec(select(func.count()).select_from(found)).one() == _FREQUENT


def words(search: str) -> Sequence[str]:
    """Return the words of a search as they are in search texts."""
    return normalize_for_search(search).split()


def matches(
    table: type[SearchableRecord], search: str, shown_by: ShownBy | None = None
) -> list[ColumnElement[bool]]:
    """Return the conditions of a search; `shown_by` adds what a list shows besides its texts."""
    found = []
    text = col(table.search_text)
    for word in words(search):
        # PostgreSQL would use its index for other words, too, and find nearly every record in it.
        searched = text if _INDEXED.search(word) else text.concat("")
        is_in_text = searched.contains(word, autoescape=True)
        shown = shown_by(table, word) if shown_by else None
        found.append(is_in_text if shown is None else or_(is_in_text, shown))
    return found


def is_in_texts_only(table: type[SearchableRecord], search: str, shown_by: ShownBy | None) -> bool:
    """Return whether a search finds nothing but texts, as an index does."""
    return shown_by is None or all(shown_by(table, word) is None for word in words(search))


def is_long(table: type[SearchableRecord]) -> bool:
    """Return whether a table grows without limit, and has an index for its search."""
    return table.__tablename__ in SEARCHED


def reads_all(table: type[SearchableRecord], search: str) -> bool:
    """Return whether a search of a long list reads every record, because no index finds it."""
    searched = words(search)
    return is_long(table) and searched != [] and not any(map(_INDEXED.search, searched))


def index_lookup(table: type[SearchableRecord], search: str) -> IndexLookup | None:
    """Return how SQLite finds a search in its index; PostgreSQL uses its index by itself."""
    name = str(table.__tablename__)
    trigrams = {
        word[start : start + _TRIGRAM]
        for word in words(search)
        for start in range(len(word) - _TRIGRAM + 1)
    }
    is_indexed = name in SEARCHED and trigrams and not reads_all(table, search)
    if not is_indexed or engine().dialect.name != "sqlite":
        return None
    index = search_index(name)
    indexed: Any = table_of(index, column("rowid"), column(index)).c
    quoted = ('"{}"'.format(each.replace('"', '""')) for each in sorted(trigrams))
    return IndexLookup(indexed.rowid, indexed[index].match(" AND ".join(quoted)))
