"""Staff pages, which search engines do not index."""

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
    """Add a page with the title "`name` | ... Admin" and `noindex`."""
    title = f"{name} | {settings().short_name} Admin"
    meta = [{"name": "robots", "content": "noindex"}]
    app.add_page(page, route=route, title=title, meta=meta, on_load=on_load)
