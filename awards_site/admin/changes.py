"""What an edit changed about a record: relative to what its form showed at first."""

from collections.abc import Mapping
from typing import Any


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of `after`, by name, that are not those of `before`."""
    return {name: value for name, value in after.items() if value != before[name]}
