"""Pages for staff alone: they are named for the portal and kept out of search engines."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from awards_site.settings import settings


def add_unlisted_page(
    app: rx.App,
    page: Callable[[], rx.Component],
    *,
    route: str,
    name: str,
    on_load: rx.event.EventType[()],
) -> None:
    """Add a page whose title is `name` and the portal's, and which search engines leave out.

    Only these pages call the API from the browser itself, so only they load the script for it.
    """
    script = rx.el.script(src="/request.js", custom_attrs={"async": True})
    meta: list[Any] = [{"name": "robots", "content": "noindex"}, script]
    title = f"{name} | {settings().short_name} Admin"
    app.add_page(page, route=route, title=title, meta=meta, on_load=on_load)
