"""Changes of rows, reads of rows, and which reads a change affects.

A response is made from `Reads`: SELECTs with their conditions, and the rows they loaded. A write is
a list of `Change`s. `Reads.effect_of` compares the two, so no dependency is declared by hand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from functools import cached_property
from typing import Any

Values = Mapping[str, Any]
"""A row's values by column."""

ALL_TABLES = "*"
_DATE = "$date"
PLANNED_TIMES = frozenset({"publish_at", "unpublish_at", "reveal_at"})
"""The columns with times at which visitors see something else without a write."""
INVISIBLE = "is_invisible"
"""The key in the info of a record's state: its next write is a change that `is_invisible`."""
UPLOADS = "uploads"
"""Stands in for a table: uploaded images, whose variants are generated after the upload."""


class Effect(IntEnum):
    """What a change does to a response that was made before it."""

    NONE = 0
    STALE = 1
    """The response is out of date."""
    WITHDRAWN = 2
    """The response shows content that must no longer be public."""


@dataclass(frozen=True)
class Change:
    """A written row: its values before, None for a new one, and after, None for a deleted one.

    If both are None, the rows are unknown: any row of the table may have changed. `is_invisible` is
    whether visitors see no difference for now, so that nothing is withdrawn.
    """

    table: str
    before: Values | None = None
    after: Values | None = None
    is_invisible: bool = False

    @cached_property
    def columns(self) -> frozenset[str]:
        """The columns whose values differ between `before` and `after`."""
        before, after = self.before or {}, self.after or {}
        return frozenset(name for name in after if before.get(name) != after[name])

    @cached_property
    def unpublishes(self) -> bool:
        """Whether it may hide a row that was visible.

        A boolean turned from true to false, such as `is_published`, or the row's schedule changed.
        """
        before, after = self.before or {}, self.after or {}
        if any(before.get(name) is True and after[name] is False for name in after):
            return True
        return self.is_update and not PLANNED_TIMES.isdisjoint(self.columns)

    @cached_property
    def hides_others(self) -> bool:
        """Whether it plans when visitors see what they may see now, in other rows, too."""
        is_planned = (self.after or {}).get("reveal_at") is not None
        return is_planned and not self.columns.isdisjoint({"reveal_at", "year", "category"})

    @cached_property
    def is_update(self) -> bool:
        """Whether the row was there before, and still is."""
        return bool(self.before and self.after)

    @cached_property
    def row_id(self) -> Any:
        return (self.after or self.before or {}).get("id")


EVERYTHING = Change(ALL_TABLES)
"""Any row of any table may have changed; another process has written."""


@dataclass(frozen=True)
class Read:
    """A SELECT: the columns it names of a table, and the values its rows must have.

    `conditions` are those of the columns that filter or sort the rows. `equal` holds pairs of a
    condition column and the value it must equal. `has_entities` is true if the SELECT loads whole
    records, whose ids are recorded in `Reads.rows`.
    """

    table: str
    columns: frozenset[str]
    conditions: frozenset[str] = frozenset()
    equal: tuple[tuple[str, Any], ...] = ()
    has_entities: bool = False

    def covers(self, values: Values | None) -> bool:
        """Return whether a row with these values can be in the result."""
        if values is None:
            return False
        return all(values.get(name) == value for name, value in self.equal)


@dataclass
class Reads:
    """What a response was made from: SELECTs and ids of loaded rows, each by table."""

    selects: dict[str, set[Read]] = field(default_factory=dict)
    rows: dict[str, set[Any]] = field(default_factory=dict)

    def add(self, read: Read) -> None:
        self.selects.setdefault(read.table, set()).add(read)

    def add_row(self, table: str, row_id: Any) -> None:
        self.rows.setdefault(table, set()).add(row_id)

    def effect_of(self, changes: Sequence[Change]) -> Effect:
        """Return the strongest effect of the changes on the response."""
        effect = Effect.NONE
        for change in changes:
            if change.table == ALL_TABLES:
                return Effect.WITHDRAWN
            for read in self.selects.get(change.table, ()):
                effect = max(effect, self._effect(read, change))
        return effect

    def _effect(self, read: Read, change: Change) -> Effect:
        if change.before is None and change.after is None:
            return Effect.WITHDRAWN
        is_shown = not read.has_entities or change.row_id in self.rows.get(change.table, ())
        # A row that is not in the result can only enter it if a condition column changes.
        relevant = read.columns if is_shown else read.conditions
        if change.is_update and change.columns.isdisjoint(relevant):
            return Effect.NONE
        was, will = read.covers(change.before), read.covers(change.after)
        if not was and not will:
            return Effect.NONE
        is_hidden = is_shown and was and (not will or change.unpublishes)
        is_withdrawn = is_hidden or change.hides_others
        return Effect.WITHDRAWN if is_withdrawn and not change.is_invisible else Effect.STALE


def strongest_effect(all_reads: Iterable[Reads], changes: Sequence[Change]) -> Effect:
    """Return the strongest effect of the changes on a page made from several responses."""
    return max((reads.effect_of(changes) for reads in all_reads), default=Effect.NONE)


def variants_made(name: str) -> Change:
    """Return the change for an uploaded image whose variants have been generated."""
    return Change(UPLOADS, {"name": name, "variants": False}, {"name": name, "variants": True})


def change_to_json(change: Change) -> dict[str, Any]:
    """Return a change as a JSON value, with dates as objects."""
    return {
        "table": change.table,
        "before": _map_values(change.before, _date_to_json),
        "after": _map_values(change.after, _date_to_json),
        "isInvisible": change.is_invisible,
    }


def change_from_json(value: Mapping[str, Any]) -> Change:
    """Return the change that `change_to_json` has written."""
    before, after = (_map_values(value[name], _date_from_json) for name in ("before", "after"))
    # Hosts of an older version do not send it.
    return Change(value["table"], before, after, value.get("isInvisible", False))


def _map_values(values: Values | None, function: Callable[[Any], Any]) -> Values | None:
    return values and {name: function(value) for name, value in values.items()}


def _date_to_json(value: Any) -> Any:
    return {_DATE: value.isoformat()} if isinstance(value, datetime) else value


def _date_from_json(value: Any) -> Any:
    is_date = isinstance(value, Mapping) and value.keys() == {_DATE}
    return datetime.fromisoformat(value[_DATE]) if is_date else value
