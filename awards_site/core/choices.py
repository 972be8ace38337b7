"""Enumerations of stored values with a display label each."""

from enum import StrEnum
from typing import Self

ALL = "all"
"""The key of the filter that shows everything."""


class LabeledEnum(StrEnum):
    """A string enum whose members are defined as `NAME = "stored-value", "Label"`."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def labels(cls) -> dict[str, str]:
        return {member.value: member.label for member in cls}
