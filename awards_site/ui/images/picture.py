"""Responsive images with a placeholder for missing and broken ones.

A `Layout` states the displayed width; define it beside the classes that set that width.
"""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import react, script

PICTURE_SCRIPT = script("images/picture.jsx")
"""Exports `Picture`, `PicturePreload`, `Placeholder` and `variantsOf`."""


@dataclass(frozen=True)
class Layout:
    """The displayed size of images in one kind of slot.

    `sizes` are the entries of the `sizes` attribute: pairs of a media condition and a CSS length,
    the last one without a condition. An initial "auto" lets browsers that support it measure the
    slot. `ratio` is the width divided by the height to which images are cropped, if they are. With
    `rows`, the lengths are the heights of rows. A `contained` image does not fill its slot.
    """

    sizes: tuple[tuple[str, str], ...]
    ratio: float | None = None
    rows: bool = False
    contained: bool = False


class Picture(rx.Component):
    """A lazily loaded image; its child is the placeholder for a missing or broken image."""

    library = PICTURE_SCRIPT
    tag = "Picture"

    # Reflex cannot check a union with a TypedDict.
    image: rx.Var[Any]
    alt: rx.Var[str]
    layout: rx.Var[Layout]


Placeholder = react("Placeholder", PICTURE_SCRIPT, drawing=str, name=str)
"""The placeholder of a missing or broken image of the record `name`, an image of its own."""


PicturePreload = react("PicturePreload", PICTURE_SCRIPT, image=ResponsiveImage, layout=Layout)
"""A preload link for an image."""


def picture(
    image: Any,
    alt: str | rx.Var[str],
    placeholder: rx.Component,
    layout: Layout | None = None,
    **props: Any,
) -> rx.Component:
    """Return an image; `placeholder` should have the same shape.

    `image` is a `ResponsiveImage`, or the URL of an image without variants.
    """
    if layout is not None:
        props["layout"] = layout
    return Picture.create(placeholder, image=image, alt=alt, **props)


PARCHMENT = "bg-linear-to-br from-[#efe2cc] to-[#dcc8a6]"
PLUM = "bg-linear-to-br from-plum to-plum-deep"
"""The backgrounds of drawings."""


def placeholder(
    drawing: str,
    name: rx.Var[str] | str,
    class_name: str,
    **props: Any,
) -> rx.Component:
    """Return the placeholder of the image of the record `name`; see placeholder.jsx."""
    return Placeholder.create(drawing=drawing, name=name, class_name=class_name, **props)


def lettering(text: rx.Var[str] | str, name: rx.Var[str] | str) -> rx.Component:
    """Return a text, such as initials, over a blank placeholder that fills the frame around it."""
    return rx.fragment(
        placeholder("blank", name, "absolute inset-0 size-full"),
        rx.el.span(text, aria_hidden="true", class_name="relative"),
    )


def preload(image: Any, layout: Layout) -> rx.Component:
    """Return the preload link for the page's largest image."""
    return PicturePreload.create(image=image, layout=layout)
