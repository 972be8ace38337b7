"""Closed lists of stored values, each with the label that people read."""

from enum import StrEnum
from typing import Self

ALL = "all"
"""The key of the filter that shows everything (spec 1, sections 3 and 4)."""


class LabeledEnum(StrEnum):
    """A list of values; a member is written `NAME = "stored-value", "Label"`."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def labels(cls) -> dict[str, str]:
        return {member.value: member.label for member in cls}
