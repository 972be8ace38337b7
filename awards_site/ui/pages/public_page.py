"""The definition of a public page: route, component and head.

A public page is an `rx.memo` that renders the data of its queries (ui/queries/query.py). It has no
State and opens no websocket. Staff pages are added by `awards_site/ui/pages/noindex.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import reflex as rx

from awards_site.core import paths
from awards_site.core.slugs import record_id
from awards_site.settings import settings


@dataclass(frozen=True)
class Head:
    """The metadata of a page for search engines and link previews.

    The title is `name` and `site_name`; the home page has no `name`. `image` is the path of the
    social image, `og_type` the Open Graph type. `alternates` maps media types to the paths of feeds
    and calendars with the same content.
    """

    name: str
    description: str
    image: str = paths.SHARED_PICTURE
    image_alt: str = settings().programme
    og_type: str = "website"
    json_ld: str = ""
    keywords: str = ""
    site_name: str = settings().programme
    alternates: Mapping[str, str] = field(default_factory=dict)
    is_indexed: bool = True

    @property
    def title(self) -> str:
        return f"{self.name} | {self.site_name}" if self.name else self.site_name


@dataclass(frozen=True)
class Records:
    """The API URLs of a dynamic route's records.

    `url` is the URL of one record, with the placeholder `{id}` or `{slug}`; `list_url` lists all of
    them. Both return each record's `path`.
    """

    url: str
    list_url: str

    def url_of(self, key: str) -> str | None:
        """Return the API URL for the last segment of a path; None if it has no valid id."""
        if "{slug}" in self.url:
            return self.url.format(slug=quote(key, safe=""))
        number = record_id(key)
        return None if number is None else self.url.format(id=number)


@dataclass(frozen=True)
class PublicPage:
    """A public page, or all pages of a dynamic route such as `/nominees/[key]`.

    `component` is an `rx.memo` without props. On a dynamic route, `head` is a function of the
    record's JSON.
    """

    route: str
    component: Callable[[], rx.Component]
    head: Head | Callable[[Any], Head]
    records: Records | None = None
    is_in_sitemap: bool = True
    """Whether the sitemap lists it."""

    def head_of(self, record: Any) -> Head:
        """Return the head of the page; `record` is the record's JSON on a dynamic route."""
        return self.head if isinstance(self.head, Head) else self.head(record)
