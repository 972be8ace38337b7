"""The public photo gallery, filtered by year and category (docs/rules/gallery.md)."""

from typing import TypedDict

import reflex as rx

from awards_site.core import paths
from awards_site.photos.models import Photo, PhotoFilter
from awards_site.settings import settings
from awards_site.ui.images.lightbox import lightbox
from awards_site.ui.images.photo_tile import (
    PHOTO_LAYOUT,
    TILES,
    VIEWS_SCRIPT,
    PhotoTile,
    photo_tile,
    photos_query,
    tile_item,
    tile_skeletons,
)
from awards_site.ui.images.picture import preload
from awards_site.ui.layout.paint_guards import HIDDEN_UNTIL_FOOTER
from awards_site.ui.lists.filter_tabs import filter_tabs
from awards_site.ui.lists.filters import FieldFilter, filter_button, filter_buttons, filtered_list
from awards_site.ui.loading_states import (
    RELOAD_PAGE,
    empty_state,
    failure_state,
    loading_line,
    skeleton,
)
from awards_site.ui.pages.list_page import list_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.query import js_call

_BY_YEAR = FieldFilter("year")
_BY_CATEGORY = FieldFilter("category")
_FILTERS = (_BY_YEAR, _BY_CATEGORY)
_EARLY = 4
"""The number of photos above the fold."""


class GalleryPhotos(TypedDict):
    """The photos of the selected filter; `message` describes a failed request."""

    photos: list[PhotoTile]
    isFailed: bool
    message: str


_OPTIONS = {"filters": PhotoFilter.categories_by_filter()}
PHOTOS = photos_query("/api/photos", early=_EARLY, filters=_OPTIONS["filters"])
SELECTED_PHOTOS = js_call(
    "useGalleryPhotos", VIEWS_SCRIPT, PHOTOS.data, _OPTIONS, shape=GalleryPhotos
)
YEARS = js_call("photoYears", VIEWS_SCRIPT, PHOTOS.data, shape=list[str])


@rx.memo
def gallery_page() -> rx.Component:
    return list_page(
        PHOTOS,
        _gallery(),
        path=paths.GALLERY,
        label="In pictures",
        title="Photo Gallery",
        lead="The evenings, the workshops, and the people who filled the rooms.",
        loading=_loading(),
        failure="Failed to load photos.",
    )


def _gallery() -> rx.Component:
    return rx.el.div(
        preload(PHOTOS.data[0]["image"], PHOTO_LAYOUT),
        filter_buttons(
            "Year",
            filter_button(_BY_YEAR, "all", "All Years"),
            rx.foreach(YEARS, lambda year: filter_button(_BY_YEAR, year, year)),
        ),
        filter_tabs(
            _BY_CATEGORY,
            "Category",
            PhotoFilter.labels(),
            lightbox(
                SELECTED_PHOTOS["photos"],
                _FILTERS,
                filtered_list(
                    SELECTED_PHOTOS["photos"],
                    photo_tile,
                    _FILTERS,
                    empty=rx.cond(
                        SELECTED_PHOTOS["isFailed"],
                        failure_state(SELECTED_PHOTOS["message"], RELOAD_PAGE, "mt-8"),
                        empty_state(
                            "No images found matching the selected filters.", class_name="mt-8"
                        ),
                    ),
                    count_labels=("photo", "photos"),
                    item=tile_item,
                    # The rows are complete only once all photos are parsed.
                    class_name=f"{TILES} {HIDDEN_UNTIL_FOOTER}",
                    data_testid="photos",
                ),
            ),
        ),
        class_name="mt-12 grid grid-cols-1 gap-3",
        data_testid="gallery",
    )


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            skeleton("h-11 w-full max-w-lg"),
            skeleton("h-11 w-full max-w-xl"),
            class_name="mt-12 mb-8 grid gap-3",
        ),
        loading_line("Loading photos..."),
        rx.el.div(*tile_skeletons(), class_name=TILES),
        data_testid="gallery-loading",
    )


GALLERY_PAGE = PublicPage(
    paths.GALLERY,
    gallery_page,
    Head("Gallery", f"Photos of the {settings().programme}, by year and category."),
    lists=(Photo,),
)
