"""The asset of `autosave.js`, which keeps unsaved input in the browser."""

import reflex as rx

AUTOSAVE_SCRIPT = rx.asset("autosave.js", shared=True)
"""Exports `keep`, `load`, `forget`, `forgetExpired` and `forgetAll`."""
