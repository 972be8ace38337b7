"""HTML that the server has sanitized, inserted by the only script that may insert HTML."""

from typing import Any

import reflex as rx

from awards_site.frontend import react, script

SANITIZED_HTML_SCRIPT = script("text/sanitized_html.jsx")


SanitizedHtml = react("SanitizedHtml", SANITIZED_HTML_SCRIPT, html=str)
"""A `<div>` with HTML made by `core/presentation/markdown.py`."""


def sanitized_html(html: Any, **props: Any) -> rx.Component:
    return SanitizedHtml.create(html=html, **props)
