"""Photo tiles of the gallery, in rows of equal height."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.core.presentation.views import PageLink, ResponsiveImage
from awards_site.frontend import script
from awards_site.ui.images.lightbox import LightboxOpener
from awards_site.ui.images.picture import PARCHMENT, Layout, picture, placeholder
from awards_site.ui.loading_states import skeleton
from awards_site.ui.queries.query import View

VIEWS_SCRIPT = script("images/photo_views.js")
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
    image: ResponsiveImage
    alt: str
    ratio: float
    year: str
    category: list[str]
    link: PageLink


def tiles_view(**options: Any) -> View:
    """Return the view of a list of photos, with the `options` of `photoTiles`."""
    return View("photoTiles", VIEWS_SCRIPT, options)


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
