"""A full-screen viewer of a list's pictures: yet-another-react-lightbox, loaded when it opens.

It locks the page's scrolling while it is open, moves by arrow keys, buttons and swipes, and gives
the focus back to the picture from which it was opened.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import reflex as rx

from awards_site.ui.images.picture import PICTURE_SCRIPT
from awards_site.ui.lists.filters import Filter
from awards_site.ui.queries.lazy import LAZY_SCRIPT

_LIBRARY = rx.asset("lightbox.jsx", shared=True).importable_path
_IMPORTED_SCRIPTS = (LAZY_SCRIPT, PICTURE_SCRIPT, rx.asset("lightbox_viewer.jsx", shared=True))


class Lightbox(rx.Component):
    """Shows those records that match the filters, once a `LightboxOpener` inside is pressed."""

    library = _LIBRARY
    tag = "Lightbox"
    lib_dependencies: list[str] = ["yet-another-react-lightbox@3.32.2"]

    records: rx.Var[list[Any]]
    filters: rx.Var[list[dict[str, str]]]


class LightboxOpener(rx.Component):
    """A button that opens the lightbox at `record`."""

    library = _LIBRARY
    tag = "LightboxOpener"

    record: rx.Var[Any]


def lightbox(records: Any, filters: Sequence[Filter], *children: rx.Component) -> rx.Component:
    """Return `children` with a lightbox over the records that match the filters.

    Each record needs an `id`, an `image`, which is a ResponsiveImage, and its text `alt`, and may
    have a `title` and a `description`, which are the caption, and a `link` of a name and a path to
    stand below it.
    """
    return Lightbox.create(*children, records=records, filters=[asdict(each) for each in filters])


def lightbox_opener(record: Any, *children: rx.Component, **props: Any) -> rx.Component:
    """Return the button around a picture that opens the lightbox there."""
    return LightboxOpener.create(*children, record=record, **props)
