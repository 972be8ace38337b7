"""Replaces what Reflex puts around every page of the portal."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import reflex as rx

from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex shows a blinking sign (3 KB) while the connection is lost, where lists and forms"
    " say themselves what failed, and an error boundary in a look of its own.",
    obsolete_when="`rx.App` has options for its overlay and its error boundary",
)

_OVERLAY = (5, "Overlay")
_ERROR_BOUNDARY = (55, "ErrorBoundary")


def replace_wrappers(app: rx.App, error_boundary: Callable[[bool], rx.Component]) -> None:
    """Remove the overlay of `app`, and put `error_boundary` in the place of Reflex's own."""
    _require_keys(app.app_wraps)
    del app.app_wraps[_OVERLAY]
    app.app_wraps[_ERROR_BOUNDARY] = error_boundary


def verify() -> None:
    [wrappers] = [each for each in fields(rx.App) if each.name == "app_wraps"]
    default: Any = wrappers.default_factory
    _require_keys(default())


def _require_keys(wrappers: Mapping[tuple[int, str], Any]) -> None:
    for key in (_OVERLAY, _ERROR_BOUNDARY):
        PATCH.require(key in wrappers, f"{key} among the wrappers of rx.App")
