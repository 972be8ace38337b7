"""Pictures, portraits, photo tiles and the lightbox.

The lightbox locks scrolling, supports arrow keys, buttons and swipes, and returns the focus to the
image that opened it. A `Layout` states the displayed width; define it beside the classes that set
that width.
"""

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import reflex as rx
from pydantic import BaseModel

from awards_site.core.schemas import PageLink
from awards_site.frontend import react, script
from awards_site.records.images import ResponsiveImage
from awards_site.ui.loading_states import skeleton
from awards_site.ui.queries import ViewFunction, api_fields

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


class PageImage(ResponsiveImage):
    """An image of a view model; `early` is 1 above the fold, and 2 for the first one there."""

    early: NotRequired[int]


# Reflex cannot check a union with a TypedDict.
Picture = react("Picture", PICTURE_SCRIPT, image=Any, alt=str, layout=Layout)
"""A lazily loaded image; its child is the placeholder for a missing or broken image."""


Placeholder = react("Placeholder", PICTURE_SCRIPT, drawing=str, name=str)
"""The placeholder of a missing or broken image of the record `name`, an image of its own."""


PicturePreload = react("PicturePreload", PICTURE_SCRIPT, image=PageImage, layout=Layout)
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
    drawing: str, name: rx.Var[str] | str, class_name: str, **props: Any
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


VIEWS_SCRIPT = script("images/images.js")
"""Exports the views of photos."""

_SKELETON_RATIOS = 2 * (1.5, 0.8, 1.33, 1.5, 1.33, 0.8)
"""The aspect ratios of the twelve skeleton tiles."""

TILES = (
    "mt-8 flex flex-wrap gap-2 [--row:8.5rem] after:grow-[100000] after:content-[''] md:gap-3"
    " md:[--row:14rem] xl:[--row:17rem]"
)
"""Classes of the list: rows of equal height; all but the last fill the width."""

PHOTO_LAYOUT = Layout(
    (("", "auto"), ("(min-width: 80rem)", "19rem"), ("(min-width: 48rem)", "16rem"), ("", "12rem")),
    rows=True,
)
"""The minimum height of the rows, which grow until they fill the width."""

_TILE = "flex-[calc(var(--ratio)*100)_1_calc(var(--ratio)*var(--row))] max-w-full"


class PhotoTile(TypedDict):
    """The view model of a photo; missing texts are empty.

    `ratio` is the tile's width divided by its height. `year` and `category` are the values of the
    filters that match it; `year` is empty if the photo has none. `link` leads to the published
    nominee in the photo, if any.
    """

    id: int
    title: str
    description: str
    image: PageImage
    alt: str
    ratio: float
    year: str
    category: list[str]
    link: PageLink


def tiles_view(photo: type[BaseModel], **options: Any) -> ViewFunction:
    """Return the view of a list of `photo`s of the API, with the `options` of `photoTiles`."""
    return ViewFunction(
        "photoTiles", VIEWS_SCRIPT, {"fields": api_fields(PhotoTile, photo), **options}
    )


def tile_item(photo: rx.vars.ObjectVar[PhotoTile]) -> dict[str, Any]:
    """Return the props of a tile's list item, which reserves the space of its image."""
    return {
        "class_name": f"arrive {_TILE}",
        "custom_attrs": {"style": {"--ratio": photo["ratio"]}, "data-testid": "photo"},
    }


def photo_tile(photo: rx.vars.ObjectVar[PhotoTile]) -> rx.Component:
    image_id = f"photo-{photo['id']}"
    return LightboxOpener.create(
        picture(
            photo["image"],
            photo["alt"],
            placeholder(
                "photo",
                photo["alt"],
                f"absolute inset-0 size-full {PARCHMENT}",
                id=image_id,
                data_testid="photo-placeholder",
            ),
            PHOTO_LAYOUT,
            id=image_id,
            class_name="absolute inset-0 size-full object-cover transition-transform duration-700"
            " group-hover:scale-[1.03]",
        ),
        rx.el.span(
            rx.el.span(photo["title"], class_name="font-display text-lg leading-tight"),
            rx.cond(photo["year"], rx.el.span(photo["year"], class_name="label tabular-nums")),
            aria_hidden="true",
            class_name="absolute inset-x-0 bottom-0 flex items-end justify-between gap-3"
            " bg-linear-to-t from-plum-deep/90 to-transparent px-4 pt-14 pb-3 text-left"
            " text-on-plum opacity-0 transition-opacity duration-300 group-hover:opacity-100"
            " group-focus-visible:opacity-100",
        ),
        record=photo,
        aria_label=f"View {photo['title']}",
        aria_describedby=image_id,
        class_name="group relative block aspect-(--ratio) w-full overflow-hidden bg-line",
    )


def tile_skeletons() -> list[rx.Component]:
    return [
        rx.el.div(
            skeleton("aspect-(--ratio) w-full"),
            class_name=_TILE,
            data_testid="photo-skeleton",
            custom_attrs={"style": {"--ratio": ratio}},
        )
        for ratio in _SKELETON_RATIOS
    ]


Monogram = react("Monogram", PICTURE_SCRIPT, name=str)


def portrait_layout(*sizes: tuple[str, str]) -> Layout:
    """Return the layout of portraits; `sizes` are those of `Layout`."""
    return Layout(sizes, ratio=4 / 5)


def portrait(
    name: str | rx.Var[str], image: Any, layout: Layout, class_name: str = ""
) -> rx.Component:
    """Return the portrait of the person `name`; `image` is a ResponsiveImage or null."""
    return picture(
        image,
        name,
        Monogram.create(name=name, class_name=class_name),
        layout,
        class_name=f"aspect-4/5 w-full bg-line object-cover {class_name}".strip(),
    )
