"""The asset of `clipboard.js`, for scripts and buttons that copy a text."""

import reflex as rx

CLIPBOARD_SCRIPT = rx.asset("clipboard.js", shared=True)
"""Exports `copy`."""
