"""The asset of `clipboard.js`, for scripts and buttons that copy a text."""

from awards_site.frontend import script

CLIPBOARD_SCRIPT = script("overlays/clipboard.js")
"""Exports `copy`."""
