"""Kinds of public pages, and their metadata.

A public page is an `rx.memo` that renders the data of its queries (`ui/queries.py`). It has no
State and opens no websocket.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, Self, TypedDict
from urllib.parse import quote

import httpx
import reflex as rx

from awards_site.core import paths
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.paths import record_id
from awards_site.core.presentation.texts import escape_json
from awards_site.core.schemas import PageLink
from awards_site.frontend import react, script
from awards_site.settings import settings
from awards_site.ui.controls import TEXT_LINK, button_link, link, text_link
from awards_site.ui.lists import ShownRecords
from awards_site.ui.loading_states import loaded, skeleton, spinner
from awards_site.ui.queries import Query
from awards_site.ui.shell import MenuEntry, shell


def list_page(
    query: Query,
    shown: rx.vars.ObjectVar[ShownRecords],
    content: rx.Component,
    *,
    path: str,
    label: str,
    title: str,
    lead: str,
    loading: rx.Component,
    failure: str | rx.Var[str],
    on_retry: Any = None,
) -> rx.Component:
    """Return the page at `path`: its heading, and `content`, `loading` or a failure state.

    `shown` is what it shows of the query's list. `label` is displayed above the title, `lead` below
    it; `failure` is the failure state's title. "Try Again" calls `on_retry`, by default the query's
    retry.
    """
    return shell(
        rx.el.div(
            rx.el.p(label, class_name="label border-t border-gold pt-4 text-gold-ink"),
            rx.el.h1(title, class_name="display-1 mt-6"),
            rx.el.p(lead, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            loaded(
                query,
                content,
                loading=loading,
                failure=failure,
                on_retry=on_retry,
                is_outdated=shown["isOutdated"],
                class_name="mt-14",
            ),
            class_name="page-width pt-14 pb-28 md:pt-20",
        ),
        active=path,
    )


def not_found_section() -> rx.Component:
    return rx.el.section(
        rx.el.p(
            "404", class_name="numeral text-[clamp(9rem,34vw,26rem)] text-gold", aria_hidden="true"
        ),
        rx.el.h1("404 Page Not Found", class_name="display-2 mt-8"),
        rx.el.p("Did you forget to add the page to the router?", class_name="lead mt-4 text-muted"),
        rx.el.div(
            button_link("Back to Home", href=paths.HOME),
            text_link("See the honorees", href="/nominees"),
            class_name="mt-10 flex flex-wrap items-center gap-8",
        ),
        class_name="page-width overflow-hidden py-20 md:py-28",
    )


class PrevNextLinks(TypedDict):
    """The previous and the next page; null at the ends of the list."""

    previous: PageLink | None
    next: PageLink | None


NO_PREV_NEXT = {"previous": None, "next": None}


def prev_next_link(
    target: rx.vars.ObjectVar[PageLink], label: str, rel: Literal["prev", "next"]
) -> rx.Component:
    """Return a link to the page `target`, below its `label`, or an empty placeholder."""
    alignment = "" if rel == "prev" else "text-right justify-self-end"
    return rx.cond(
        target["path"],
        link(
            rx.el.span(label, class_name="label block text-gold-ink"),
            rx.el.span(" ", class_name="sr-only"),
            rx.el.span(
                target["name"],
                class_name="display-3 block decoration-gold decoration-1"
                " underline-offset-4 group-hover:underline",
            ),
            href=target["path"],
            rel=rel,
            class_name=f"group min-w-0 max-w-full {alignment}",
        ),
        rx.el.span(),
    )


@dataclass(frozen=True)
class Head:
    """The metadata of a page for search engines and link previews.

    The title is `name` and `site_name`; the home page has no `name`. `image` is the path of the
    social image, `og_type` the Open Graph type. `alternates` maps media types to the paths of feeds
    and calendars with the same content. `referrer` is the referrer policy, if it is not the site's.
    """

    name: str
    description: str
    image: str = paths.DEFAULT_SHARE_IMAGE
    image_alt: str = f"A door before the rising sun, the sign of the {settings().programme}"
    og_type: str = "website"
    json_ld: str = ""
    keywords: str = ""
    site_name: str = settings().programme
    alternates: Mapping[str, str] = field(default_factory=dict)
    is_indexed: bool = True
    referrer: str = ""

    @property
    def title(self) -> str:
        return f"{self.name} | {self.site_name}" if self.name else self.site_name


class RecordView(Protocol):
    """A record as the API returns it to visitors: a schema with the path of the record's page."""

    id: int

    @property
    def path(self) -> str: ...

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self: ...


@dataclass(frozen=True)
class Records:
    """The records of a dynamic route, and how the API finds the one that a path names.

    `url` returns one record; its `{id}` or `{slug}` stands for the record's key. `schema` describes
    its JSON. `path` returns the path of a record's page by its id and the value of `column`.
    """

    url: str
    schema: type[RecordView]
    column: Any
    path: Callable[[int, str], str]

    @property
    def table(self) -> str:
        """The table of the records."""
        return str(self.column.class_.__tablename__)

    def url_of(self, key: str) -> str | None:
        """Return the API URL for the last segment of a path; None if it has no valid id."""
        if "{slug}" in self.url:
            return self.url.format(slug=quote(key, safe=""))
        number = record_id(key)
        return None if number is None else self.url.format(id=number)


@dataclass(frozen=True)
class PublicPage:
    """A public page, or all pages of a dynamic route such as `/nominees/[key]`.

    `component` is an `rx.memo` without properties. For a dynamic route, `head` is a function that
    takes the record, an instance of the schema of `records`.
    """

    route: str
    component: Callable[[], rx.Component]
    head: Head | Callable[[Any], Head]
    records: Records | None = None
    lists: tuple[type[ManagedRecord], ...] = ()
    """The tables whose published records it lists; a change of one dates it in the sitemap."""
    menu: MenuEntry | None = None
    """Its entry in the site's menus, if it has one."""
    is_in_sitemap: bool = True
    """Whether the sitemap lists it."""
    next_page: str = ""
    """The path of the portal's page that is opened next, whose files it loads in advance."""

    def head_of(self, record: RecordView | None) -> Head:
        """Return the head of the page, or of the page of a record."""
        return self.head if isinstance(self.head, Head) else self.head(record)


def public_page(
    route: str, head: Head | Callable[[Any], Head], records: Records | None = None, **options: Any
) -> Callable[[Callable[[], rx.Component]], PublicPage]:
    """Make a public page of the function that returns its component."""
    return lambda content: PublicPage(route, rx.memo(content), head, records, **options)


_RECORD_PAGE = script("pages/record_page.jsx")
NOT_FOUND_STATUSES = (httpx.codes.NOT_FOUND, httpx.codes.UNPROCESSABLE_ENTITY)
"""The API's statuses for a missing or an invalid id."""

DocumentTitle = react("DocumentTitle", _RECORD_PAGE, name=str)
"""Sets the document title to the record's name, which the built page does not contain."""


def record_page(
    query: Query, record: rx.Component, *, name: rx.Var[str], failure: str, active: str
) -> rx.Component:
    """Return the page of the query's record, or its loading, failure or not-found state.

    `failure` is the failure state's title; `active` is the path marked in the header.
    """
    pending = rx.el.div(
        spinner("Loading...", "sr-only"),
        _skeleton(),
        class_name="page-width min-h-[85vh] pt-8 pb-28",
        data_testid="record-loading",
    )
    missing = rx.fragment(DocumentTitle.create(name="Page Not Found"), not_found_section())
    found = rx.fragment(DocumentTitle.create(name=name), record)
    content = rx.fragment(
        rx.cond(query.is_failed, rx.el.h1(failure, class_name="sr-only")),
        loaded(
            query,
            found,
            loading=pending,
            failure=failure,
            class_name="my-20",
            frame=lambda state: rx.el.div(state, class_name="page-width"),
        ),
    )
    return shell(rx.cond(query.is_missing, missing, content), active=active)


def breadcrumb(*steps: tuple[str, str], current: rx.Var[str]) -> rx.Component:
    """Return the breadcrumb: `steps` are names and paths, `current` is this page's name."""
    separator = rx.el.span("/", aria_hidden="true", class_name="text-gold-ink")
    return rx.el.nav(
        rx.el.ol(
            *[
                rx.el.li(
                    link(
                        name,
                        href=path,
                        class_name="inline-flex min-h-6 items-center hover:underline"
                        " underline-offset-4",
                    ),
                    separator,
                    class_name="flex flex-none items-center gap-2",
                )
                for name, path in (("Home", paths.HOME), *steps)
            ],
            rx.el.li(
                rx.el.span(current, aria_current="page", class_name="block truncate text-ink"),
                class_name="min-w-0",
            ),
            class_name="label flex items-center gap-2 text-muted",
        ),
        aria_label="Breadcrumb",
        data_testid="breadcrumb",
    )


ShareButton = react("ShareButton", _RECORD_PAGE, path=str, title=str)
"""A button that opens the browser's share dialog, or copies the page's URL."""


def share_button(path: rx.Var[str], title: rx.Var[str]) -> rx.Component:
    return ShareButton.create(path=path, title=title, class_name=TEXT_LINK)


def _skeleton() -> rx.Component:
    """Return the skeleton of a page with an image beside its text."""
    return rx.el.div(
        skeleton("h-5 w-64 max-w-full"),
        rx.el.div(
            skeleton("aspect-4/5 w-full max-w-md"),
            rx.el.div(
                skeleton("h-5 w-40"),
                skeleton("mt-6 h-16 w-full"),
                skeleton("mt-6 h-6 w-2/3"),
                skeleton("mt-12 h-40 w-full"),
            ),
            class_name="mt-10 grid gap-10 lg:grid-cols-[5fr_7fr] lg:gap-20",
        ),
        aria_hidden="true",
    )


Thing = Mapping[str, Any]
"""A schema.org object. Values that are None or empty are omitted from the JSON."""


def as_json_ld(*things: Thing) -> str:
    """Return the things as JSON-LD, escaped for embedding in a script element."""
    graph = [_without_empty_values(thing) for thing in things]
    text = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    return escape_json(text)


def _without_empty_values(thing: Thing) -> dict[str, Any]:
    return {
        name: _without_empty_values(value) if isinstance(value, Mapping) else value
        for name, value in thing.items()
        if value not in (None, "", [], ())
    }


def absolute(url: str) -> str:
    """Return the absolute URL of a path of this site; other URLs are returned unchanged."""
    return f"{settings().public_url}{url}" if url.startswith("/") else url


def programme() -> Thing:
    return {
        "@type": "Organization",
        "@id": absolute("/#organization"),
        "name": settings().programme,
        "alternateName": settings().short_name,
        "url": absolute(paths.HOME),
        "logo": absolute(paths.ICON),
    }


def breadcrumbs(*steps: tuple[str, str]) -> Thing:
    """Return the breadcrumb of a page; `steps` are names and paths, without the home page."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": absolute(path)}
            for position, (name, path) in enumerate((("Home", paths.HOME), *steps), start=1)
        ],
    }


def record_json_ld(record: Thing, *steps: tuple[str, str]) -> str:
    """Return the JSON-LD of a record's page; `steps` are those of `breadcrumbs`."""
    return as_json_ld(record, programme(), breadcrumbs(*steps))


def external_urls(*urls: str) -> list[str]:
    """Return the absolute HTTP URLs among `urls`."""
    return [url for url in urls if url.startswith(("http://", "https://"))]
