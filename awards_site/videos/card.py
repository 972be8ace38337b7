"""The card of a video: thumbnail, duration, category, year, title and description."""

from typing import TypedDict

import reflex as rx

from awards_site.core.presentation.views import ResponsiveImage
from awards_site.ui.images.picture import PLUM, Layout, picture, placeholder
from awards_site.ui.links import TEXT_LINK
from awards_site.ui.loading_states import card_skeleton
from awards_site.videos.dialogs import VideoOpener

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
    thumbnail: ResponsiveImage
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
