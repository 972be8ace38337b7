"""A video as visitors see it: its picture, length, category and year, and what is told of it."""

from collections.abc import Iterable
from datetime import date
from typing import Any, TypedDict

import reflex as rx

from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.ui.links import TEXT_LINK
from awards_site.ui.picture import Layout, picture
from awards_site.ui.states import skeleton
from awards_site.videos.models import FILTERED, VideoCategory, VideoFilter

THUMBNAILS = Layout(
    (
        ("(min-width: 84rem)", "24rem"),
        ("(min-width: 64rem)", "28vw"),
        ("(min-width: 40rem)", "43vw"),
        ("", "90vw"),
    ),
    ratio=16 / 9,
)
"""How wide the thumbnails are in the columns of the library."""


class VideoCard(TypedDict):
    """What the library shows of a video; texts are empty where nothing was filled in.

    `filter` names all choices of the library's filter that show it.
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


def video_cards(answer: Iterable[dict[str, Any]]) -> list[VideoCard]:
    """Return the cards of the videos in an answer of `/api/videos`."""
    return [
        VideoCard(
            id=video["id"],
            title=video["title"],
            description=video.get("description") or "",
            video_url=video["videoUrl"],
            thumbnail=responsive_image(video.get("thumbnailUrl")),
            duration=video.get("duration") or "",
            date=_readable(video.get("date") or ""),
            category_label=_category_label(video["category"]),
            year=video["year"],
            tags=video["tags"],
            filter=[str(video["year"]), *_filters_of(video["category"])],
        )
        for video in answer
    ]


def _filters_of(category: str) -> list[str]:
    """Return the filters that show a stored category, All besides."""
    return [
        str(key)
        for key, categories in FILTERED.items()
        if category in categories and key != VideoFilter.ALL
    ]


def _category_label(category: str) -> str:
    """Return what visitors read for a stored category: the label of the filter that shows it.

    General, which has no filter, keeps the label that staff read (spec 1, section 9).
    """
    filters = _filters_of(category)
    if filters:
        return VideoFilter(filters[0]).label
    return VideoCategory.labels().get(category, category)


def _readable(text: str) -> str:
    """Return a date as people write it: 'May 1, 2024' for an ISO date, other texts as they are."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day:%B} {day.day}, {day.year}"


def video_card(
    video: rx.vars.ObjectVar[VideoCard],
    *,
    on_play: rx.event.EventType[()],
    on_details: rx.event.EventType[()],
) -> rx.Component:
    """Return the card of a video."""
    return rx.el.article(
        rx.el.button(
            picture(
                video["thumbnail"],
                "",
                _stand_in(),
                THUMBNAILS,
                class_name="aspect-video w-full bg-line object-cover transition-transform"
                " duration-700 group-hover:scale-[1.03]",
            ),
            _play_mark(),
            rx.cond(
                video["duration"],
                rx.el.span(
                    rx.el.span("Duration ", class_name="sr-only"),
                    video["duration"],
                    class_name="label absolute right-0 bottom-0 bg-plum-deep px-2.5 py-1"
                    " text-on-plum tabular-nums",
                    custom_attrs={"data-testid": "video-duration"},
                ),
            ),
            type="button",
            on_click=on_play,
            custom_attrs={"aria-label": f"Play {video['title']}"},
            class_name="group relative block w-full overflow-hidden",
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
        rx.el.button(
            "Details",
            rx.el.span(" of ", video["title"], class_name="sr-only"),
            type="button",
            on_click=on_details,
            class_name=f"{TEXT_LINK} mt-3 text-[0.9375rem]",
        ),
        custom_attrs={"data-testid": "video-card"},
    )


def _play_mark() -> rx.Component:
    return rx.el.span(
        rx.el.svg(
            rx.el.path(d="M9 6.5v11l9-5.5z"),
            view_box="0 0 24 24",
            class_name="size-8 fill-current",
        ),
        aria_hidden="true",
        class_name="absolute bottom-0 left-0 grid size-14 place-items-center bg-plum/90"
        " text-gold-light transition-colors group-hover:bg-action group-hover:text-white",
    )


def _stand_in() -> rx.Component:
    """Return what stands in for a thumbnail: the light of a projector on a dark wall."""
    return rx.el.div(
        rx.el.svg(
            rx.el.path(d="M0 62 160 0v90L0 66z", class_name="fill-gold-light/15"),
            rx.el.path(d="M0 63 160 22v46L0 65z", class_name="fill-gold-light/20"),
            rx.el.path(
                d="M52 90V52a28 28 0 0 1 56 0v38M58 90V52a22 22 0 0 1 44 0v38",
                class_name="fill-none stroke-gold-light/50 stroke-[0.6]",
            ),
            view_box="0 0 160 90",
            class_name="absolute inset-0 size-full",
        ),
        aria_hidden="true",
        class_name="relative aspect-video bg-linear-to-br from-plum to-plum-deep",
        custom_attrs={"data-testid": "video-placeholder"},
    )


def video_card_skeleton() -> rx.Component:
    """Return the shape of a card that is loading."""
    return rx.el.div(
        skeleton("aspect-video"),
        skeleton("mt-4 h-4 w-1/2"),
        skeleton("mt-3 h-6 w-4/5"),
        skeleton("mt-3 h-10 w-full"),
        skeleton("mt-4 h-5 w-16"),
        aria_hidden="true",
        custom_attrs={"data-testid": "video-skeleton"},
    )
