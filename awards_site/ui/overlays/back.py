"""The script by which Back closes what lies over a public page."""

import reflex as rx

BACK_SCRIPT = rx.asset("back.js", shared=True)
