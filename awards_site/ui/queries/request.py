"""The asset of `request.js`, API requests in the browser (docs/rules/requests.md)."""

import reflex as rx

REQUEST_SCRIPT = rx.asset("request.js", shared=True)
"""Exports `request`, `read`, `signIn`, `signOut` and `upload`."""
