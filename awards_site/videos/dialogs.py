"""The dialogs of the video library: the player and the details."""

from typing import Any

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.buttons import button_classes
from awards_site.ui.overlays.dialog_parts import DIALOG_LIBRARY, window_classes

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
