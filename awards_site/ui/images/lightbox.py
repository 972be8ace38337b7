"""A full-screen image viewer: yet-another-react-lightbox, loaded when it is first opened.

It locks scrolling, supports arrow keys, buttons and swipes, and returns the focus to the image that
opened it.
"""

from typing import Any

import reflex as rx

from awards_site.ui.images.picture import PICTURE_SCRIPT
from awards_site.ui.overlays.back import BACK_SCRIPT
from awards_site.ui.queries.lazy import LAZY_SCRIPT

_LIBRARY = rx.asset("lightbox.jsx", shared=True).importable_path
_IMPORTED_SCRIPTS = (
    BACK_SCRIPT,
    LAZY_SCRIPT,
    PICTURE_SCRIPT,
    rx.asset("lightbox_viewer.jsx", shared=True),
)


class Lightbox(rx.Component):
    """A viewer of records, opened by a `LightboxOpener` inside it.

    If `records` are only the first of `total`, `on_end` adds to them when the viewer gets near the
    last one.
    """

    library = _LIBRARY
    tag = "Lightbox"
    lib_dependencies: list[str] = ["yet-another-react-lightbox@3.32.2"]

    records: rx.Var[list[Any]]
    total: rx.Var[int]
    on_end: rx.Var[Any]


class LightboxOpener(rx.Component):
    """A button that opens the lightbox at `record`."""

    library = _LIBRARY
    tag = "LightboxOpener"

    record: rx.Var[Any]


def lightbox(records: Any, *children: rx.Component, **props: Any) -> rx.Component:
    """Return `children` with a lightbox of the records.

    Each record needs an `id`, an `image` (a ResponsiveImage) and its `alt` text. The caption
    consists of an optional `title`, `description` and `link` (a PageLink).
    """
    return Lightbox.create(*children, records=records, **props)
