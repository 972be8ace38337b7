"""The public video library, filtered and in pages (spec 1, "/videos")."""

from collections.abc import Iterable

import reflex as rx

from awards_site.core.pictures import ResponsiveImage, above_the_fold, responsive_image
from awards_site.core.request_client import RequestClient
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.filters import Filter, filter_button, filter_buttons, filter_reset
from awards_site.ui.list_page import ListState, list_page
from awards_site.ui.pagination import paged_list
from awards_site.ui.picture import preload
from awards_site.ui.public_page import add_public_page
from awards_site.ui.states import (
    empty_state,
    loading_line,
    reload_page,
    skeleton,
)
from awards_site.videos.card import (
    THUMBNAILS,
    VideoCard,
    video_card,
    video_card_skeleton,
    video_cards,
)
from awards_site.videos.dialogs import open_dialog, video_dialogs
from awards_site.videos.models import VideoFilter

_FILTER = Filter("filter")
_YEARS = (2024, 2023, 2022, 2021, 2020)
"""The years that are always offered (spec 1, section 9)."""
_PER_PAGE = 6
_EARLY = 3
"""How many thumbnails stand above the fold."""
_GRID = "mt-8 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3"


class VideosPage(ListState, rx.State):
    """The published videos, the picture seen first, the years, and how far all is loaded."""

    videos: list[VideoCard] = []
    first: ResponsiveImage = responsive_image(None)
    years: list[str] = []

    async def _read(self, client: RequestClient) -> None:
        """Read the published videos; a 401 is an empty result (spec 1, section 7)."""
        answer = await client.read(["/api/videos"], on_401="empty")
        cards = video_cards(answer or [])
        self.first = above_the_fold([card["thumbnail"] for card in cards[:_EARLY]])
        self.videos = cards
        self.years = offered_years(video["year"] for video in self.videos)


def offered_years(present: Iterable[int]) -> list[str]:
    """Return the years of the filter, latest first.

    They are those of the specification and later ones that are present (decisions,
    'Vocabularies').
    """
    later = {year for year in present if year > max(_YEARS)}
    return [str(year) for year in sorted(later | set(_YEARS), reverse=True)]


def videos_page() -> rx.Component:
    """Return the page of the video library."""
    return list_page(
        VideosPage,
        _library(),
        path=paths.VIDEOS,
        label="On film",
        title="Event Video Library",
        lead="Ceremonies, panels and the women themselves, in their own words.",
        loading=_loading(),
        failure="Failed to load videos.",
        on_retry=reload_page(),
    )


def _library() -> rx.Component:
    return rx.fragment(
        preload(VideosPage.first, THUMBNAILS),
        rx.el.div(
            filter_buttons(
                "Year",
                filter_button(_FILTER, VideoFilter.ALL, VideoFilter.ALL.label),
                rx.foreach(VideosPage.years, lambda year: filter_button(_FILTER, year, year)),
            ),
            filter_buttons(
                "Category",
                *[
                    filter_button(_FILTER, each, each.label)
                    for each in VideoFilter
                    if each != VideoFilter.ALL
                ],
            ),
            class_name="mt-12 mb-8 grid grid-cols-1 gap-3",
            custom_attrs={"data-testid": "video-filters"},
        ),
        paged_list(
            VideosPage.videos,
            lambda video: video_card(
                video,
                on_play=open_dialog("player", video),
                on_details=open_dialog("details", video),
            ),
            [_FILTER],
            per_page=_PER_PAGE,
            empty=rx.el.div(
                empty_state(
                    "No videos found for the selected filter.",
                    "",
                    filter_reset(_FILTER, "View All Videos"),
                ),
                class_name="mt-8",
            ),
            nouns=("video", "videos"),
            class_name=_GRID,
            custom_attrs={"data-testid": "videos"},
        ),
        video_dialogs(),
    )


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            skeleton("h-11 w-full max-w-xl"),
            skeleton("h-11 w-full max-w-lg"),
            class_name="mt-12 mb-8 grid grid-cols-1 gap-3",
        ),
        loading_line("Loading videos..."),
        rx.el.div(*[video_card_skeleton() for _ in range(_PER_PAGE)], class_name=_GRID),
        custom_attrs={"data-testid": "videos-loading"},
    )


def add_videos_page(app: rx.App) -> None:
    """Add the page of the video library to the app."""
    add_public_page(
        app,
        videos_page,
        path=paths.VIDEOS,
        name="Videos",
        description=f"Films of the {settings().programme}: ceremonies, panels and interviews.",
        on_load=VideosPage.load,
    )
