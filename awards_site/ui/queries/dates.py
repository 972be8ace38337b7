"""Dates in the words of the site, for scripts, which import them from here."""

import reflex as rx

DATES_SCRIPT = rx.asset("dates.js", shared=True)
"""The script with `zonedDate`, `longDate` and the other forms of a date."""
