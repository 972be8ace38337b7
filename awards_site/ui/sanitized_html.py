"""HTML that the server has sanitized, inserted by the only script that may insert HTML."""

from typing import Any

import reflex as rx

SANITIZED_HTML_SCRIPT = rx.asset("sanitized_html.jsx", shared=True)


class SanitizedHtml(rx.Component):
    """A `<div>` with HTML made by `core/presentation/markdown.py`."""

    library = SANITIZED_HTML_SCRIPT.importable_path
    tag = "SanitizedHtml"

    html: rx.Var[str]


def sanitized_html(html: Any, **props: Any) -> rx.Component:
    return SanitizedHtml.create(html=html, **props)
