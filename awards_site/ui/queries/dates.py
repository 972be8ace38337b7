"""The asset of `dates.js`, date formatting for scripts."""

import reflex as rx

DATES_SCRIPT = rx.asset("dates.js", shared=True)
"""Exports `zonedDate`, `longDate` and the other date formats."""
