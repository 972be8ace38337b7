"""Pages for visitors: each is named for the programme and known to search engines by one address.

Pages for staff are added by `awards_site/ui/unlisted.py`.
"""

from collections.abc import Callable
from typing import Any

import reflex as rx

from awards_site.settings import settings
from awards_site.ui import paths


def page_title(name: str = "") -> str:
    """Return a page's title: its name and the programme's, or the programme's alone."""
    return f"{name} | {settings().programme}" if name else settings().programme


def add_public_page(
    app: rx.App,
    page: rx.Component | Callable[[], rx.Component],
    *,
    path: str,
    name: str,
    description: str,
    keywords: str = "",
    on_load: rx.event.EventType[()],
) -> None:
    """Add the page at `path`, with what search engines and those who share its link are told.

    `name` stands before the programme's in the title; the home page has none.
    """
    canonical = rx.el.link(rel="canonical", href=f"{settings().public_url}{path}")
    meta: list[Any] = [canonical]
    if keywords:
        meta.append({"name": "keywords", "content": keywords})
    app.add_page(
        page,
        route=path,
        title=page_title(name),
        description=description,
        image=f"{settings().public_url}{paths.SHARED_PICTURE}",
        meta=meta,
        on_load=on_load,
    )
