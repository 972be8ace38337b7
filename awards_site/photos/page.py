"""The public photo gallery, filtered by year and category (spec 1, "/gallery")."""

import reflex as rx

from awards_site.core.pictures import ResponsiveImage, above_the_fold, responsive_image
from awards_site.core.request_client import RequestClient
from awards_site.photos.models import PhotoFilter
from awards_site.photos.tile import (
    PHOTOS,
    TILES,
    PhotoTile,
    photo_tile,
    photo_tiles,
    tile_item,
    tile_skeletons,
)
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.filter_tabs import filter_tabs
from awards_site.ui.filters import Filter, filter_button, filter_buttons, filtered_list
from awards_site.ui.first_paint import UNTIL_READ
from awards_site.ui.lightbox import lightbox
from awards_site.ui.list_page import ListState, list_page
from awards_site.ui.picture import preload
from awards_site.ui.public_page import add_public_page
from awards_site.ui.states import empty_state, loading_line, skeleton

_BY_YEAR = Filter("year")
_BY_CATEGORY = Filter("category")
_FILTERS = (_BY_YEAR, _BY_CATEGORY)
_EARLY = 4
"""How many photos stand above the fold."""
_SKELETONS = 12
"""How many tiles are sketched while the photos load (spec 1, section 9)."""


class GalleryPage(ListState, rx.State):
    """The published photos, the one seen first, the years, and how far all is loaded."""

    photos: list[PhotoTile] = []
    first: ResponsiveImage = responsive_image(None)
    years: list[str] = []

    async def _read(self, client: RequestClient) -> None:
        """Read the published photos."""
        answer = await client.read(["/api/photos"])
        tiles = photo_tiles(answer)
        self.first = above_the_fold([tile["image"] for tile in tiles[:_EARLY]])
        self.photos = tiles
        self.years = sorted({photo["year"] for photo in self.photos} - {""}, reverse=True)


def gallery_page() -> rx.Component:
    """Return the page of the photo gallery."""
    return list_page(
        GalleryPage,
        _gallery(),
        path=paths.GALLERY,
        label="In pictures",
        title="Photo Gallery",
        lead="The evenings, the workshops, and the people who filled the rooms.",
        loading=_loading(),
        failure="Failed to load photos.",
        on_retry=GalleryPage.load,
    )


def _gallery() -> rx.Component:
    return rx.el.div(
        preload(GalleryPage.first, PHOTOS),
        filter_buttons(
            "Year",
            filter_button(_BY_YEAR, "all", "All Years"),
            rx.foreach(GalleryPage.years, lambda year: filter_button(_BY_YEAR, year, year)),
        ),
        filter_tabs(
            _BY_CATEGORY,
            "Category",
            PhotoFilter.labels(),
            lightbox(
                GalleryPage.photos,
                _FILTERS,
                filtered_list(
                    GalleryPage.photos,
                    photo_tile,
                    _FILTERS,
                    empty=rx.el.div(
                        empty_state("No images found matching the selected filters."),
                        class_name="mt-8",
                    ),
                    nouns=("photo", "photos"),
                    item=tile_item,
                    # A row is filled by what comes after its first photo.
                    class_name=f"{TILES} {UNTIL_READ}",
                    custom_attrs={"data-testid": "photos"},
                ),
            ),
        ),
        class_name="mt-12 grid grid-cols-1 gap-3",
        custom_attrs={"data-testid": "gallery"},
    )


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            skeleton("h-11 w-full max-w-lg"),
            skeleton("h-11 w-full max-w-xl"),
            class_name="mt-12 mb-8 grid gap-3",
        ),
        loading_line("Loading photos..."),
        rx.el.div(*tile_skeletons(_SKELETONS), class_name=TILES),
        custom_attrs={"data-testid": "gallery-loading"},
    )


def add_gallery_page(app: rx.App) -> None:
    """Add the page of the photo gallery to the app."""
    add_public_page(
        app,
        gallery_page,
        path=paths.GALLERY,
        name="Gallery",
        description=f"Photos of the {settings().programme}, by year and category.",
        on_load=GalleryPage.load,
    )
