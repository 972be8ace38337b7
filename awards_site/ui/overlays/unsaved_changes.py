"""Passes the unsaved input of a dialog's form to the dialog, and warns before the page is left."""

import reflex as rx

from awards_site.frontend import react, script

_LIBRARY = script("overlays/unsaved_changes.jsx")


class UnsavedInput(rx.Component):
    """Placed inside the form; `restored` is true if the form opened with unsaved input.

    The dialog's `on_close` gets the unsaved input.
    """

    library = _LIBRARY
    tag = "UnsavedInput"
    restored: rx.Var[bool]


class FormInput(UnsavedInput):
    """The same for each form of a dialog with several, which has one `LeaveWarning` besides."""

    tag = "FormInput"


LeaveWarning = react("LeaveWarning", _LIBRARY)
"""Warns before a page is left with unsaved input in a dialog's forms."""
