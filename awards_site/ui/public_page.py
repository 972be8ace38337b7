"""Pages for visitors: each is named for the programme and known to search engines by one address.

Pages for staff are added by `awards_site/ui/unlisted.py`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import reflex as rx

from awards_site.core.request_client import RequestClient
from awards_site.settings import settings
from awards_site.ui import paths


@dataclass(frozen=True)
class Address:
    """A page that exists now: its path, and when what it shows was last changed, if known."""

    path: str
    modified: datetime | None = None


@dataclass(frozen=True)
class PublicPage:
    """A public page, or all pages of a dynamic route such as `/nominees/[key]`.

    `load` is what its State does when it is opened; on a dynamic route it takes the last part of
    `self.router.url.path` for its key. There, `addresses` lists the pages that exist now, and
    `find` returns the right path of the one that a key names, or None when there is none; both
    read through the client they are given, and raise RequestError when that fails.
    """

    route: str
    load: Any
    addresses: Callable[[RequestClient], Awaitable[list[Address]]] | None = None
    find: Callable[[RequestClient, str], Awaitable[str | None]] | None = None

    @property
    def state(self) -> type[rx.State]:
        """The State whose handler `load` is."""
        handler = getattr(self.load, "handler", self.load)
        return cast(type[rx.State], handler.state)


PUBLIC_PAGES: list[PublicPage] = []
"""Every public page, in the order in which they were added to the app."""


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
    PUBLIC_PAGES.append(PublicPage(path, on_load))
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
