"""The public video library, with a filter and pagination."""

import reflex as rx

from awards_site.core import paths
from awards_site.frontend import script
from awards_site.settings import settings
from awards_site.ui.images.picture import preload
from awards_site.ui.lists.filtered_list import filtered_list, shown_records
from awards_site.ui.lists.filters import (
    FieldFilter,
    document_part,
    filter_button,
    filter_buttons,
    filter_reset,
)
from awards_site.ui.loading_states import (
    RELOAD_PAGE,
    empty_state,
    failure_state,
    loading_line,
    skeleton,
)
from awards_site.ui.pages.list_page import list_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.query import Query, View, js_call
from awards_site.videos.card import THUMBNAILS, VideoCard, video_card, video_card_skeleton
from awards_site.videos.dialogs import video_dialogs
from awards_site.videos.models import Video, VideoCategory, VideoFilter

_SCRIPT = script("videos/views.js")

_FILTER = FieldFilter("filter")
_FIXED_YEARS = (2024, 2023, 2022, 2021, 2020)
"""The years that the filter always offers."""
_PER_PAGE = 6
_EARLY = 3
"""The number of thumbnails above the fold."""
_GRID = "mt-8 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3"

_CATEGORY_FILTERS = [each for each in VideoFilter if each != VideoFilter.ALL]
_OPTIONS = {
    "filters": {
        each.value: {"label": each.label, "categories": each.categories}
        for each in _CATEGORY_FILTERS
    },
    "labels": VideoCategory.labels(),
    "early": _EARLY,
    "document": document_part([_FILTER], "filter", "year"),
}
_FAILURE = "Failed to load videos."

VIDEOS = Query(
    "/api/videos",
    View("videoCards", _SCRIPT, _OPTIONS),
    shape=list[VideoCard],
    fallback=[],
    empty_on=(401,),
)
SHOWN = shown_records(VIDEOS.result, [_FILTER], per_page=_PER_PAGE)
YEARS = js_call("videoYears", _SCRIPT, VIDEOS.data, list(_FIXED_YEARS), shape=list[str])


@rx.memo
def videos_page() -> rx.Component:
    return list_page(
        VIDEOS,
        SHOWN,
        _library(),
        path=paths.VIDEOS,
        label="On film",
        title="Event Video Library",
        lead="Ceremonies, panels and the women themselves, in their own words.",
        loading=_loading(),
        failure=_FAILURE,
        on_retry=RELOAD_PAGE,
    )


def _library() -> rx.Component:
    return rx.fragment(
        preload(SHOWN["records"].to(list[VideoCard])[0]["thumbnail"], THUMBNAILS),
        rx.el.div(
            filter_buttons(
                "Year",
                filter_button(_FILTER, VideoFilter.ALL, VideoFilter.ALL.label),
                rx.foreach(YEARS, lambda year: filter_button(_FILTER, year, year)),
            ),
            filter_buttons(
                "Category",
                *[filter_button(_FILTER, each, each.label) for each in _CATEGORY_FILTERS],
            ),
            class_name="mt-12 mb-8 grid grid-cols-1 gap-3",
            data_testid="video-filters",
        ),
        video_dialogs(
            filtered_list(
                SHOWN,
                VideoCard,
                video_card,
                empty=empty_state(
                    "No videos found for the selected filter.",
                    "",
                    filter_reset(_FILTER, "View All Videos"),
                    class_name="mt-8",
                ),
                loading=_skeletons(),
                failure=failure_state(_FAILURE, RELOAD_PAGE, "mt-8"),
                count_labels=("video", "videos"),
                class_name=_GRID,
                data_testid="videos",
            )
        ),
    )


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            skeleton("h-11 w-full max-w-xl"),
            skeleton("h-11 w-full max-w-lg"),
            class_name="mt-12 mb-8 grid grid-cols-1 gap-3",
        ),
        loading_line("Loading videos..."),
        _skeletons(),
        data_testid="videos-loading",
    )


def _skeletons() -> rx.Component:
    return rx.el.div(*[video_card_skeleton() for _ in range(_PER_PAGE)], class_name=_GRID)


VIDEOS_PAGE = PublicPage(
    paths.VIDEOS,
    videos_page,
    Head("Videos", f"Films of the {settings().programme}: ceremonies, panels and interviews."),
    lists=(Video,),
)
