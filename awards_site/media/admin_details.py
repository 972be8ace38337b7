"""The upper part of the details dialog: the file with its focal point, its facts and its uses."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import description_item
from awards_site.admin.fields.bound_field import INPUT_CLASSES, BoundField
from awards_site.media.admin_parts import SOURCES, FocalPointInput, ReplaceButton

USE_PATHS = {
    "nominees": "/admin/nominees",
    "sponsors": "/admin/sponsors",
    "events": "/admin/events",
    "videos": "/admin/videos",
    "photos": "/admin/photos",
    "blog_posts": "/admin/blog",
    "cover_pages": "/admin/cover-pages",
    "content_sections": "/admin/content",
}
"""The screens of the records that use files, by table."""

_LINK = "font-medium underline underline-offset-2 hover:text-plum"


def overview(state: Any, bound: BoundField) -> rx.Component:
    """Return the file, with the input of its focal point if it is an image, and its uses."""
    item = state.item
    return rx.el.div(
        rx.cond(
            item["isVideo"].to(bool),
            rx.el.video(
                src=item["url"].to(str),
                controls=True,
                plays_inline=True,
                preload="metadata",
                aria_label="Preview",
                class_name="max-h-72 w-full bg-ink",
            ),
            FocalPointInput.of(
                bound,
                y_name="focalY",
                default_y=state.values["focalY"],
                image=item["image"].to(dict[str, Any]),
            ),
        ),
        rx.el.div(
            rx.el.dl(
                rx.foreach(
                    item["facts"].to(list[dict[str, str]]),
                    lambda fact: description_item(fact["term"], fact["value"]),
                ),
                class_name="grid gap-3",
            ),
            _uses(state),
            _duplicates(state),
            class_name="grid min-w-0 content-start gap-5",
        ),
        class_name="grid gap-6 sm:grid-cols-2",
    )


def _uses(state: Any) -> rx.Component:
    return rx.el.section(
        rx.el.h3("Where it is used", id="media-uses", class_name="text-sm font-semibold"),
        rx.cond(
            state.uses,
            rx.el.ul(
                rx.foreach(state.uses, _use),
                aria_labelledby="media-uses",
                class_name="mt-2 grid max-h-48 gap-1.5 overflow-y-auto text-sm",
            ),
            rx.el.p("No record uses it.", class_name="mt-1 text-sm text-muted"),
        ),
        rx.cond(
            state.uses,
            rx.el.div(
                rx.cond(
                    state.item["isVideo"].to(bool),
                    _replace_button(state, "video"),
                    _replace_button(state, "image"),
                ),
                class_name="mt-3",
            ),
        ),
    )


def _replace_button(state: Any, kind: str) -> rx.Component:
    return ReplaceButton.create(
        source=SOURCES[kind],
        classes=INPUT_CLASSES,
        on_choose=lambda url: state.replace_by(state.record_id, url),
    )


def _use(use: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.span(use["label"], class_name="mr-2 text-xs text-muted"),
        rx.el.a(use["name"], href=use["path"], class_name=_LINK),
    )


def _duplicates(state: Any) -> rx.Component:
    return rx.cond(
        state.duplicates,
        rx.el.section(
            rx.el.h3("Same file", id="media-duplicates", class_name="text-sm font-semibold"),
            rx.el.ul(
                rx.foreach(state.duplicates, lambda each: rx.el.li(each["name"])),
                aria_labelledby="media-duplicates",
                class_name="mt-2 grid gap-1.5 text-sm",
            ),
        ),
    )
