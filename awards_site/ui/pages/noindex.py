"""Pages for staff alone: they are named for the portal and kept out of search engines."""

from collections.abc import Callable

import reflex as rx

from awards_site.settings import settings


def add_noindex_page(
    app: rx.App,
    page: Callable[[], rx.Component],
    *,
    route: str,
    name: str,
    on_load: rx.event.EventType[()],
) -> None:
    """Add a page whose title is `name` and the portal's, and which search engines leave out."""
    title = f"{name} | {settings().short_name} Admin"
    meta = [{"name": "robots", "content": "noindex"}]
    app.add_page(page, route=route, title=title, meta=meta, on_load=on_load)
