"""The browser's own calls to the API, which scripts import from here (docs/rules/requests.md)."""

import reflex as rx

REQUEST_SCRIPT = rx.asset("request.js", shared=True)
"""The script with `request`, `read`, `signIn`, `signOut` and `upload`."""
