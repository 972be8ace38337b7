"""Pages for visitors: what each is called, at which addresses it stands, and its head.

Pages for staff are added by `awards_site/ui/unlisted.py`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict, cast

import reflex as rx
from reflex_components_core.el.elements.scripts import Script

from awards_site.core.request_client import RequestClient
from awards_site.settings import settings
from awards_site.ui import paths

SHARED_PICTURE_SIZE = (1200, 630)
"""Width and height of what is shown beside a shared link, in pixels."""


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


class PublicState(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """What the State of every public page knows besides what the page shows."""

    @rx.var(initial_value="")
    def site(self) -> str:
        """The site's own address, which is known where it runs and not where it was built."""
        return settings().public_url


class Head(TypedDict):
    """The head of a page that shows one record.

    `name` stands before the programme's; `path` is the page's right address and `image` that of
    its picture for shared links, both on this site; `kind` is a type of the Open Graph, and
    `structured` what search engines are told, as JSON-LD.
    """

    name: str
    description: str
    path: str
    image: str
    image_alt: str
    kind: str
    structured: str


def page_title(name: str = "") -> str:
    """Return a page's title: its name and the programme's, or the programme's alone."""
    return f"{name} | {settings().programme}" if name else settings().programme


def no_head(name: str, path: str) -> Head:
    """Return the head of a page whose record has not been read, or does not exist."""
    return Head(
        name=name,
        description="",
        path=path,
        image=paths.SHARED_PICTURE,
        image_alt=settings().programme,
        kind="website",
        structured="",
    )


class _StructuredData(Script):
    """A data block in JSON-LD, which no browser runs."""

    dangerouslySetInnerHTML: rx.Var[dict[str, str]]  # noqa: N815 # The name is React's.


def add_public_page(
    app: rx.App,
    page: rx.Component | Callable[[], rx.Component],
    *,
    path: str,
    name: str,
    description: str,
    keywords: str = "",
    on_load: rx.event.EventType[()],
    structured: rx.Var[str] | None = None,
    alternates: Mapping[str, str] | None = None,
) -> None:
    """Add the page at `path`, with what search engines and those who share its link are told.

    `name` stands before the programme's in the title; the home page has none. `structured` is a
    variable of the page's State that holds JSON-LD. `alternates` are the paths of the same content
    for other programs than browsers, by their media types.
    """
    public = PublicPage(path, on_load)
    PUBLIC_PAGES.append(public)
    site = cast(Any, public.state).site
    meta = _shared(
        title=page_title(name),
        description=description,
        address=site + path,
        image_alt=settings().programme,
        kind="website",
    )
    if keywords:
        meta.append(rx.el.meta(name="keywords", content=keywords))
    if structured is not None:
        meta.append(_structured_data(structured))
    meta += [
        rx.el.link(rel="alternate", type=kind, title=page_title(name), href=other)
        for kind, other in (alternates or {}).items()
    ]
    app.add_page(
        page,
        route=path,
        title=page_title(name),
        description=description,
        image=site + paths.SHARED_PICTURE,
        meta=meta,
        on_load=on_load,
    )


def add_record_pages(
    app: rx.App,
    page: Callable[[], rx.Component],
    *,
    route: str,
    on_load: rx.event.EventType[()],
    addresses: Callable[[RequestClient], Awaitable[list[Address]]],
    find: Callable[[RequestClient, str], Awaitable[str | None]],
) -> None:
    """Add the pages of a dynamic route, one for each record; see `PublicPage`.

    The State has the page's `Head` in its variable `head`, and `missing` when no record is shown.
    """
    public = PublicPage(route, on_load, addresses, find)
    PUBLIC_PAGES.append(public)
    state = cast(Any, public.state)
    head = state.head
    title = rx.cond(head["name"], head["name"] + f" | {settings().programme}", page_title())
    meta = _shared(
        title=title,
        description=head["description"],
        address=state.site + head["path"],
        image_alt=head["image_alt"],
        kind=head["kind"],
    )
    meta.append(rx.cond(state.missing, rx.el.meta(name="robots", content="noindex")))
    meta.append(rx.cond(head["structured"], _structured_data(head["structured"])))
    app.add_page(
        page,
        route=route,
        title=title,
        description=head["description"],
        image=state.site + head["image"],
        meta=meta,
        on_load=on_load,
    )


def _shared(
    *,
    title: str | rx.Var[str],
    description: str | rx.Var[str],
    address: rx.Var[str],
    image_alt: str | rx.Var[str],
    kind: str | rx.Var[str],
) -> list[rx.Component]:
    """Return the page's right address, and what is shown beside a link to it."""
    width, height = SHARED_PICTURE_SIZE
    graph = {
        "og:title": title,
        "og:description": description,
        "og:url": address,
        "og:type": kind,
        "og:site_name": settings().programme,
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": image_alt,
    }
    return [
        rx.el.link(rel="canonical", href=address),
        *(rx.el.meta(property=name, content=content) for name, content in graph.items()),
        rx.el.meta(name="twitter:card", content="summary_large_image"),
    ]


def _structured_data(text: rx.Var[str]) -> rx.Component:
    return _StructuredData.create(
        type="application/ld+json", dangerouslySetInnerHTML={"__html": text}
    )
