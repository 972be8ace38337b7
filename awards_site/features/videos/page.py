"""The public page of the videos, the card of a video, and the dialog that plays it."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.features.videos.entity import VIDEO, Video, VideoCategory, VideoFilter, VideoView
from awards_site.frontend import react, script
from awards_site.reflex_patches.components import js_call
from awards_site.settings import settings
from awards_site.ui.controls import TEXT_LINK, button_classes
from awards_site.ui.images import PLUM, Layout, PageImage, picture, placeholder, preload
from awards_site.ui.lists import (
    FieldFilter,
    FilterReset,
    document_part,
    filter_button,
    filter_buttons,
    filtered_list,
    shown_records,
)
from awards_site.ui.loading_states import (
    RELOAD_PAGE,
    card_skeleton,
    empty_state,
    failure_state,
    loading_line,
    skeleton,
)
from awards_site.ui.overlays import DIALOG_LIBRARY, window_classes
from awards_site.ui.pages import Head, list_page, public_page
from awards_site.ui.queries import Query, ViewFunction, api_fields
from awards_site.ui.shell import MenuEntry

_LIBRARY = script("videos/dialogs.jsx")


VideoDialogs = react(
    "VideoDialogs", _LIBRARY, dependencies=[DIALOG_LIBRARY], classes=dict[str, str]
)
"""Its children, and the dialogs that a `VideoOpener` among them opens."""


VideoOpener = react("VideoOpener", _LIBRARY, dialog=str, video=dict[str, Any])
"""A button that opens a dialog, "player" or "details", with a `VideoCard`."""


def video_dialogs(*children: rx.Component) -> rx.Component:
    """Return `children` with both dialogs; use it once per page."""
    player, details = window_classes("large", "public"), window_classes("medium", "public")
    classes = {
        "backdrop": player["backdrop_class_name"],
        "player": player["class_name"],
        "details": details["class_name"],
        "button": button_classes(),
        "link": "underline decoration-gold underline-offset-4 hover:decoration-2",
    }
    return VideoDialogs.create(*children, classes=classes)


THUMBNAILS = Layout(
    (
        ("(min-width: 84rem)", "24rem"),
        ("(min-width: 64rem)", "28vw"),
        ("(min-width: 40rem)", "43vw"),
        ("", "90vw"),
    ),
    ratio=16 / 9,
)
"""The widths of the thumbnails in the grid."""


class VideoCard(TypedDict):
    """The view model of a video; missing texts are empty.

    `filter` holds the values of the URL's `filter` parameter that show the video.
    """

    id: int
    title: str
    description: str
    video_url: str
    thumbnail: PageImage
    duration: str
    date: str
    category_label: str
    year: int
    tags: list[str]
    filter: list[str]


def video_card(video: rx.vars.ObjectVar[VideoCard]) -> rx.Component:
    """Return the card of a video; its buttons open the dialogs of the enclosing `video_dialogs`."""
    return rx.el.article(
        rx.el.div(
            VideoOpener.create(
                picture(
                    video["thumbnail"],
                    "",
                    placeholder(
                        "video",
                        video["title"],
                        f"aspect-video w-full {PLUM}",
                        data_testid="video-placeholder",
                    ),
                    THUMBNAILS,
                    class_name="aspect-video w-full bg-line object-cover transition-transform"
                    " duration-700 group-hover:scale-[1.03]",
                ),
                _play_icon(),
                dialog="player",
                video=video,
                aria_label=f"Play {video['title']}",
                class_name="group relative block w-full overflow-hidden",
            ),
            rx.cond(
                video["duration"],
                rx.el.span(
                    rx.el.span("Duration ", class_name="sr-only"),
                    video["duration"],
                    class_name="label pointer-events-none absolute right-0 bottom-0 bg-plum-deep"
                    " px-2.5 py-1 text-on-plum tabular-nums",
                    data_testid="video-duration",
                ),
            ),
            class_name="relative",
        ),
        rx.el.p(
            video["category_label"], " | ", video["year"], class_name="label mt-4 text-gold-ink"
        ),
        rx.el.h2(video["title"], class_name="display-3 mt-1"),
        rx.cond(
            video["description"],
            rx.el.p(
                video["description"],
                class_name="mt-2 line-clamp-2 text-[0.9375rem] leading-snug text-muted",
            ),
        ),
        VideoOpener.create(
            "Details",
            rx.el.span(" of ", video["title"], class_name="sr-only"),
            dialog="details",
            video=video,
            class_name=f"{TEXT_LINK} mt-3 text-[0.9375rem]",
        ),
        data_testid="video-card",
    )


def _play_icon() -> rx.Component:
    return rx.el.span(
        rx.el.svg(
            rx.el.path(d="M9 6.5v11l9-5.5z"), view_box="0 0 24 24", class_name="size-8 fill-current"
        ),
        aria_hidden="true",
        class_name="absolute bottom-0 left-0 grid size-14 place-items-center bg-plum/90"
        " text-gold-light transition-colors group-hover:bg-action group-hover:text-white",
    )


def video_card_skeleton() -> rx.Component:
    return card_skeleton(
        "aspect-video",
        "mt-4 h-4 w-1/2",
        "mt-3 h-6 w-4/5",
        "mt-3 h-10 w-full",
        "mt-4 h-5 w-16",
        data_testid="video-skeleton",
    )


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
    "fields": api_fields(VideoCard, VideoView),
    "filters": {
        each.value: {"label": each.label, "categories": each.categories}
        for each in _CATEGORY_FILTERS
    },
    "labels": VideoCategory.labels(),
    "early": _EARLY,
    "document": document_part([_FILTER], "year"),
}
_FAILURE = "Failed to load videos."

VIDEOS = Query(
    "/api/videos",
    ViewFunction("videoCards", _SCRIPT, _OPTIONS),
    shape=list[VideoCard],
    fallback=[],
    empty_on=(401,),
)
SHOWN = shown_records(VIDEOS, _PER_PAGE)
YEARS = js_call("videoYears", _SCRIPT, VIDEOS.data, list(_FIXED_YEARS), shape=list[str])


@public_page(
    VIDEO.page_path,
    Head("Videos", f"Films of the {settings().programme}: ceremonies, panels and interviews."),
    lists=(Video,),
    menu=MenuEntry("Videos", 50),
)
def videos_page() -> rx.Component:
    return list_page(
        VIDEOS,
        SHOWN,
        _library(),
        path=VIDEO.page_path,
        label="On film",
        title="Event Video Library",
        lead="Ceremonies, panels and the women themselves, in their own words.",
        loading=_loading(),
        failure=_FAILURE,
        on_retry=RELOAD_PAGE,
    )


PAGE = videos_page


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
                    FilterReset.create(
                        "View All Videos", filter=_FILTER, class_name=button_classes("outline")
                    ),
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
