"""The public photo gallery, filtered by year and category."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.features.photos.entity import PHOTO, Photo, PhotoFilter, PhotoView
from awards_site.frontend import script
from awards_site.reflex_patches.components import js_call
from awards_site.settings import settings
from awards_site.ui.images import (
    PHOTO_LAYOUT,
    TILES,
    PhotoTile,
    lightbox,
    photo_tile,
    preload,
    tile_item,
    tile_skeletons,
    tiles_view,
)
from awards_site.ui.lists import (
    FieldFilter,
    document_part,
    filter_button,
    filter_buttons,
    filter_tabs,
    filtered_list,
    shown_records,
)
from awards_site.ui.loading_states import empty_state, failure_state, loading_line, skeleton
from awards_site.ui.pages import Head, list_page, public_page
from awards_site.ui.queries import Query
from awards_site.ui.shell import MenuEntry
from awards_site.ui.theme import HIDDEN_UNTIL_FOOTER

_SCRIPT = script("photos/views.js")

_BY_YEAR = FieldFilter("year")
_BY_CATEGORY = FieldFilter("category")
_FILTERS = (_BY_YEAR, _BY_CATEGORY)
_EARLY = 4
"""The number of photos above the fold."""


class GalleryPhotos(TypedDict):
    """The result of the query with the photos of the selected filter.

    `message` describes a failed request, and `loadRest` loads the rest of a long list.
    """

    message: str
    loadRest: Any


_OPTIONS = {"filters": PhotoFilter.categories_by_filter()}
PHOTOS = Query(
    "/api/photos",
    tiles_view(
        PhotoView,
        **_OPTIONS,
        early=_EARLY,
        document=document_part(_FILTERS),
    ),
    shape=list[PhotoTile],
    fallback=[],
)
_CHOSEN = js_call(
    "useGalleryPhotos",
    _SCRIPT,
    PHOTOS.result,
    list(_FILTERS),
    tiles_view(PhotoView, **_OPTIONS).options,
    shape=GalleryPhotos,
)
SHOWN = shown_records(PHOTOS, result=_CHOSEN)
YEARS = js_call("photoYears", _SCRIPT, PHOTOS.data, shape=list[str])


@public_page(
    PHOTO.page_path,
    Head("Gallery", f"Photos of the {settings().programme}, by year and category."),
    lists=(Photo,),
    menu=MenuEntry("Gallery", 80),
)
def gallery_page() -> rx.Component:
    return list_page(
        PHOTOS,
        SHOWN,
        _gallery(),
        path=PHOTO.page_path,
        label="In pictures",
        title="Photo Gallery",
        lead="The evenings, the workshops, and the people who filled the rooms.",
        loading=_loading(),
        failure=_CHOSEN["message"],
    )


PAGE = gallery_page


def _gallery() -> rx.Component:
    return rx.el.div(
        preload(SHOWN["records"].to(list[PhotoTile])[0]["image"], PHOTO_LAYOUT),
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
                SHOWN["matching"],
                filtered_list(
                    SHOWN,
                    PhotoTile,
                    photo_tile,
                    empty=empty_state(
                        "No images found matching the selected filters.", class_name="mt-8"
                    ),
                    loading=rx.el.div(*tile_skeletons(), class_name=TILES),
                    failure=failure_state(_CHOSEN["message"], PHOTOS.retry, "mt-8"),
                    count_labels=("photo", "photos"),
                    item=tile_item,
                    # The rows are complete only once all photos are parsed.
                    class_name=f"{TILES} {HIDDEN_UNTIL_FOOTER}",
                    data_testid="photos",
                ),
                total=SHOWN["total"],
                on_end=_CHOSEN["loadRest"],
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
