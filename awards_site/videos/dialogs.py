"""The dialogs of the video library: the player and the details."""

from typing import Any

import reflex as rx

from awards_site.ui.buttons import button_classes
from awards_site.ui.overlays.back import BACK_SCRIPT
from awards_site.ui.overlays.dialog_parts import DIALOG_LIBRARY, DIALOG_SCRIPT, window_classes
from awards_site.videos.player import PLAYER_SCRIPT

_LIBRARY = rx.asset("dialogs.jsx", shared=True).importable_path
_IMPORTED_SCRIPTS = (BACK_SCRIPT, DIALOG_SCRIPT, PLAYER_SCRIPT)


class VideoDialogs(rx.Component):
    """Its children, and the dialogs that a `VideoOpener` among them opens."""

    library = _LIBRARY
    tag = "VideoDialogs"
    lib_dependencies: list[str] = [DIALOG_LIBRARY]

    classes: rx.Var[dict[str, str]]


class VideoOpener(rx.Component):
    """A button that opens a dialog, "player" or "details", with a `VideoCard`."""

    library = _LIBRARY
    tag = "VideoOpener"

    dialog: rx.Var[str]
    video: rx.Var[dict[str, Any]]


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
