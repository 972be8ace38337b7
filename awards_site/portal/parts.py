"""What the page of a management screen has besides the parts of all: that of its capabilities."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import reflex as rx


class RowEntry(NamedTuple):
    """An entry of the menu of a row, whose handler gets the record's id."""

    icon: str
    label: str
    name: str
    """The accessible name, with `{name}` for the record's."""
    handler: Any
    shown_by: str = ""
    """The row's key that tells whether it has the entry; '' if all have it."""


@dataclass(frozen=True)
class Parts:
    """What a page, or a capability of its screen, adds to the parts that all screens have."""

    tools: Sequence[rx.Component] = ()
    """In the heading, before the create button."""
    row_entries: Sequence[RowEntry] = ()
    """In the menu of each row."""
    above_form: Sequence[rx.Component] = ()
    """Between the heading and the form of the form dialog."""
    form_buttons: Sequence[rx.Component] = ()
    """Before the buttons that save the form."""
    save_buttons: Sequence[rx.Component] = ()
    """What saves a changed record, instead of the usual button."""
    dialogs: Sequence[rx.Component] = ()
    """Open while `dialog` of the State is their name."""
    windows: Sequence[tuple[rx.Var[bool], rx.event.EventSpec]] = ()
    """Whether one of the other dialogs is open, and the event that closes it."""

    def __add__(self, other: "Parts") -> "Parts":
        pairs = ((each.name, getattr(self, each.name)) for each in fields(self))
        return Parts(**{name: (*own, *getattr(other, name)) for name, own in pairs})
