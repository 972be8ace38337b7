"""A full-screen image viewer: yet-another-react-lightbox, loaded when it is first opened.

It locks scrolling, supports arrow keys, buttons and swipes, and returns the focus to the image that
opened it.
"""

from typing import Any

import reflex as rx

from awards_site.frontend import react, script

_LIBRARY = script("images/lightbox.jsx")


Lightbox = react(
    "Lightbox",
    _LIBRARY,
    dependencies=["yet-another-react-lightbox@3.32.2"],
    records=list[Any],
    total=int,
    on_end=Any,
)
"""A viewer of records, opened by a `LightboxOpener` inside it.

If `records` are only the first of `total`, `on_end` adds to them when the viewer gets near the
last one.
"""


LightboxOpener = react("LightboxOpener", _LIBRARY, record=Any)
"""A button that opens the lightbox at `record`."""


def lightbox(records: Any, *children: rx.Component, **props: Any) -> rx.Component:
    """Return `children` with a lightbox of the records.

    Each record needs an `id`, an `image` (a ResponsiveImage) and its `alt` text. The caption
    consists of an optional `title`, `description` and `link` (a PageLink).
    """
    return Lightbox.create(*children, records=records, **props)
