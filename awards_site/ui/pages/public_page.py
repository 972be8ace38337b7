"""The definition of a public page: route, component and head.

A public page is an `rx.memo` that renders the data of its queries (ui/queries/query.py). It has no
State and opens no websocket. Staff pages are added by `awards_site/ui/pages/noindex.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self
from urllib.parse import quote

import reflex as rx

from awards_site.core import paths
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.slugs import record_id
from awards_site.settings import settings


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
    is_in_sitemap: bool = True
    """Whether the sitemap lists it."""
    next_page: str = ""
    """The path of the portal's page that is opened next, whose files it loads in advance."""

    def head_of(self, record: RecordView | None) -> Head:
        """Return the head of the page, or of the page of a record."""
        return self.head if isinstance(self.head, Head) else self.head(record)
