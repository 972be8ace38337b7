"""Pictures that staff choose: in the size that their place needs, with a stand-in for missing ones.

How wide a place is stands once, in its `Layout`, beside the classes that make it so.
"""

from dataclasses import asdict, dataclass
from typing import Any

import reflex as rx

from awards_site.core.images import ResponsiveImage

PICTURE_SCRIPT = rx.asset("picture.jsx", shared=True)
"""The script with `Picture`, for scripts that import it."""
IMAGES_SCRIPT = rx.asset("images.js", shared=True)
"""The script with `imageAt`, for the views of what the API answers."""


@dataclass(frozen=True)
class Layout:
    """How wide pictures are shown in one kind of place.

    `sizes` are pairs of a media condition and a CSS length, the last one without a condition, as
    the `sizes` attribute has them; "auto", which comes first, has the browser look for itself where
    it can. `ratio` is the width by the height to which pictures are cut, if they are. With `rows`
    the lengths are heights, which all pictures of a row share. A picture that is `contained` leaves
    room beside it.
    """

    sizes: tuple[tuple[str, str], ...]
    ratio: float | None = None
    rows: bool = False
    contained: bool = False


class Picture(rx.Component):
    """A picture that loads when it comes near; its child stands in for it where it cannot."""

    library = PICTURE_SCRIPT.importable_path
    tag = "Picture"

    # Reflex cannot check a union with a TypedDict.
    image: rx.Var[Any]
    alt: rx.Var[str]
    layout: rx.Var[dict[str, Any]]


class PicturePreload(rx.Component):
    """Has the browser fetch a picture before it has found it on the page."""

    library = PICTURE_SCRIPT.importable_path
    tag = "PicturePreload"

    image: rx.Var[ResponsiveImage]
    layout: rx.Var[dict[str, Any]]


def picture(
    image: Any,
    alt: str | rx.Var[str],
    placeholder: rx.Component,
    layout: Layout | None = None,
    **props: Any,
) -> rx.Component:
    """Return a picture; `stand_in` has the same shape.

    `image` is a `ResponsiveImage`, or an address where a picture is shown at its full size.
    """
    if layout is not None:
        props["layout"] = asdict(layout)
    return Picture.create(placeholder, image=image, alt=alt, **props)


def preload(image: Any, layout: Layout) -> rx.Component:
    """Return what has the browser fetch the page's largest picture first; it shows nothing."""
    return PicturePreload.create(image=image, layout=asdict(layout))
