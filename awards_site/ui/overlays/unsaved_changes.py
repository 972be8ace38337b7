"""Passes the unsaved input of a dialog's form to the dialog, and warns before the page is left."""

import reflex as rx

from awards_site.ui.overlays.dialog_parts import DIALOG_SCRIPT

_IMPORTED_SCRIPTS = (DIALOG_SCRIPT,)


class UnsavedInput(rx.Component):
    """Placed inside the form; `restored` is true if the form opened with unsaved input.

    The dialog's `on_close` gets the unsaved input.
    """

    library = rx.asset("unsaved_changes.jsx", shared=True).importable_path
    tag = "UnsavedInput"
    restored: rx.Var[bool]
