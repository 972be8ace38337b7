"""What keeps the unsaved input of a dialog's form."""

import reflex as rx

from awards_site.ui.overlays.dialog_parts import DIALOG_SCRIPT

_IMPORTED_SCRIPTS = (DIALOG_SCRIPT,)


class UnsavedInput(rx.Component):
    """Stands in a form: its dialog's `on_close` gets what was typed, and leaving the page asks.

    `restored` tells that the form opened with input that is not saved.
    """

    library = rx.asset("unsaved_changes.jsx", shared=True).importable_path
    tag = "UnsavedInput"
    restored: rx.Var[bool]
