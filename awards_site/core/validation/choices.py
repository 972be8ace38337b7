"""Enumerations of stored values with a display label each."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Self

ALL = "all"
"""The key of the filter that shows everything."""


class LabeledEnum(StrEnum):
    """A string enum whose members are defined as `NAME = "stored-value", "Label"`."""

    label: str

    def __new__(cls, value: str, label: str = "", *_details: Any) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def labels(cls) -> dict[str, str]:
        return {member.value: member.label for member in cls}


class CategoryFilter(LabeledEnum):
    """The filters of a public page: `NAME = "value", "Label", (stored categories)`."""

    def __init__(self, _value: str, _label: str = "", categories: Iterable[str] = ()) -> None:
        self.categories = tuple(categories)

    @classmethod
    def categories_by_filter(cls) -> dict[str, tuple[str, ...]]:
        return {member.value: member.categories for member in cls}
