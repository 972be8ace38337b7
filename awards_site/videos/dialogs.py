"""The dialogs of the video library: the player, and the details that hand over to it."""

from typing import Literal

import reflex as rx
from reflex.experimental.client_state import ClientStateVar
from reflex_base.vars import VarData
from reflex_base.vars.function import FunctionVar

from awards_site.core.pictures import responsive_image
from awards_site.ui.buttons import button
from awards_site.ui.dialog import DialogDescription, dialog
from awards_site.videos.card import VideoCard
from awards_site.videos.player import player

Which = Literal["player", "details"]

_NO_VIDEO = VideoCard(
    id=0,
    title="",
    description="",
    video_url="",
    thumbnail=responsive_image(None),
    duration="",
    date="",
    category_label="",
    year=0,
    tags=[],
    filter=[],
)
_CLOSED = {"dialog": "", "video": _NO_VIDEO}

_shown = ClientStateVar.create("shownVideo", default=_CLOSED)


def open_dialog(which: Which, video: rx.vars.ObjectVar[VideoCard]) -> rx.Var[rx.EventChain]:
    """Return the browser event by which a list opens a dialog for one of its videos.

    The hooks of the dialogs' state are left out, which would have the whole list drawn again with
    each dialog; the dialogs, which stand on the same page, bring them.
    """
    event = _opened(which, video)
    data = event._get_all_var_data()
    return rx.Var(
        _js_expr=str(event),
        _var_type=rx.EventChain,
        _var_data=VarData(imports=dict(data.imports) if data else {}),
    ).to(FunctionVar, rx.EventChain)


def _opened(which: Which, video: rx.vars.ObjectVar[VideoCard]) -> rx.Var[rx.EventChain]:
    """Return the browser event that opens a dialog in the place of the other one."""
    return _shown.set_value({"dialog": which, "video": video})


def _close() -> rx.Var[rx.EventChain]:
    """Return the browser event that closes a dialog, which shows its video until it is gone."""
    return _shown.set_value({"dialog": "", "video": _shown.value["video"]})


def video_dialogs() -> rx.Component:
    """Return both dialogs; a page has them once."""
    video = _shown.value["video"].to(VideoCard)
    return rx.fragment(
        dialog(
            rx.el.div(
                player(video["video_url"], video["title"]),
                class_name="min-h-0 flex-1 overflow-y-auto",
            ),
            title=video["title"],
            open=_shown.value["dialog"] == "player",
            on_close=_close(),
            width="large",
            look="public",
            testid="video-player",
        ),
        dialog(
            video_details(video=video),
            rx.el.div(
                button("Watch Video", on_click=_opened("player", video)),
                class_name="flex-none border-t border-line px-5 py-4 sm:px-6",
            ),
            title=video["title"],
            open=_shown.value["dialog"] == "details",
            on_close=_close(),
            look="public",
            testid="video-details",
        ),
    )


@rx.memo
def video_details(video: rx.Var[VideoCard]) -> rx.Component:
    """Return what is told of a video, for the inside of its dialog."""
    return rx.el.div(
        rx.cond(
            video["description"],
            DialogDescription.create(
                video["description"], class_name="max-w-[41.5em] whitespace-pre-line text-pretty"
            ),
        ),
        rx.el.dl(
            _fact("Category", video["category_label"]),
            _fact("Year", video["year"]),
            rx.cond(video["date"], _fact("Date", video["date"])),
            rx.cond(video["duration"], _fact("Duration", video["duration"])),
            class_name="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4",
        ),
        rx.cond(
            video["tags"],
            rx.el.ul(
                rx.foreach(
                    video["tags"],
                    lambda tag: rx.el.li(
                        tag, class_name="label border border-line bg-ground px-2.5 py-1"
                    ),
                ),
                aria_label="Tags",
                class_name="mt-6 flex flex-wrap gap-2",
            ),
        ),
        class_name="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6",
    )


def _fact(term: str, value: rx.Var[str] | rx.Var[int]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(term, class_name="label text-muted"),
        rx.el.dd(value, class_name="mt-0.5"),
    )
