"""What a management screen lists: the one place that turns its controls into a list of records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ListQuery:
    """What was asked of a list."""

    search: str = ""
    key: str = ""
    value: str = ""

    @property
    def searching(self) -> bool:
        """Whether the list is narrowed down."""
        return bool(self.search.strip() or self.key)

    def select(
        self, entries: Iterable[tuple[Mapping[str, Any], dict[str, Any]]], keys: tuple[str, ...]
    ) -> list[dict[str, Any]]:
        """Return the rows of those (record, row) pairs in which every word is found.

        Words are looked for, ignoring case, in the `keys` of the record and of the row, which
        holds friendly labels.
        """
        words = self.search.casefold().split()
        return [
            row
            for record, row in entries
            if (not self.key or str(record[self.key]).lower() == self.value)
            and all(word in _text_of(record, row, keys) for word in words)
        ]


def _text_of(record: Mapping[str, Any], row: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    found = (source.get(key) for key in keys for source in (record, row))
    return "\n".join(str(each) for each in found if each is not None).casefold()
