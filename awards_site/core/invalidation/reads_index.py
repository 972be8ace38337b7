"""Finds the cached content that a change may affect, without comparing it with all of it."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from awards_site.core.invalidation.changes import ALL_TABLES, Change, Read, Reads

K = TypeVar("K", bound=Hashable)

_Place = tuple[str, Any]
"""A table, and in it the id of a row, the name of a column, or _ALL."""
_ALL = object()


class ReadsIndex(Generic[K]):
    """Keys by the rows and columns that were read for them; `find` returns a superset.

    An edit touches one row and a few columns, and most cached content shows other rows.
    """

    def __init__(self) -> None:
        self._keys: dict[_Place, set[K]] = defaultdict(set)
        self._places: dict[K, frozenset[_Place]] = {}

    def put(self, key: K, all_reads: Iterable[Reads]) -> None:
        """Add a key, or replace its reads."""
        self.discard(key)
        self._places[key] = frozenset(place for reads in all_reads for place in _places(reads))
        for place in self._places[key]:
            self._keys[place].add(key)

    def discard(self, key: K) -> None:
        for place in self._places.pop(key, ()):
            keys = self._keys[place]
            keys.remove(key)
            if not keys:
                del self._keys[place]

    def find(self, changes: Sequence[Change]) -> set[K]:
        """Return the keys that the changes may affect; `Reads.effect_of` says whether they do."""
        if any(change.table == ALL_TABLES for change in changes):
            return set(self._places)
        places = {place for change in changes for place in _changed_places(change)}
        return {key for place in places for key in self._keys.get(place, ())}


def _changed_places(change: Change) -> Iterator[_Place]:
    if change.is_update:
        for place in (change.row_id, *change.columns):
            yield change.table, place
    else:
        yield change.table, _ALL


def _places(reads: Reads) -> Iterator[_Place]:
    for table, selects in reads.selects.items():
        yield table, _ALL
        yield from ((table, row_id) for row_id in reads.rows.get(table, ()))
        yield from ((table, place) for read in selects for place in _row_or_columns(read))


def _row_or_columns(read: Read) -> Iterable[Any]:
    """Return the row of a SELECT by id, or else the columns whose change may add a row to it."""
    row_ids = [value for name, value in read.equal if name == "id"]
    return row_ids or (read.conditions if read.has_entities else read.columns)
