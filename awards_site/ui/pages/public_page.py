"""Pages for visitors: the route of each, its component, and its head.

A public page is an `rx.memo` that draws what its queries read (ui/queries/query.py). It has no State and
opens no websocket. Pages for staff are added by `awards_site/ui/pages/noindex.py`.
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
    """What search engines and those who share a page's link are told.

    `name` stands before `site_name` in the title; the home page has none. `image` is the path
    of the picture for shared links, `kind` a type of the Open Graph, `structured` JSON-LD.
    `alternates` are the paths of the same content for other programs than browsers, by their media
    types.
    """

    name: str
    description: str
    image: str = paths.SHARED_PICTURE
    image_alt: str = settings().programme
    kind: str = "website"
    structured: str = ""
    keywords: str = ""
    site_name: str = settings().programme
    alternates: Mapping[str, str] = field(default_factory=dict)
    is_indexed: bool = True

    @property
    def title(self) -> str:
        return f"{self.name} | {self.site_name}" if self.name else self.site_name


@dataclass(frozen=True)
class Records:
    """The records of a dynamic route: how the API finds the one that a path names.

    `url` is that of one record, with `{id}` or `{slug}` for its key; `list_url` lists all of them.
    Both answer a record's own `path`.
    """

    url: str
    list_url: str

    def url_of(self, key: str) -> str | None:
        """Return the URL of the record that the last part of a path names, or None for none."""
        if "{slug}" in self.url:
            return self.url.format(slug=quote(key, safe=""))
        number = record_id(key)
        return None if number is None else self.url.format(id=number)


@dataclass(frozen=True)
class PublicPage:
    """A public page, or all pages of a dynamic route such as `/nominees/[key]`.

    `component` is an `rx.memo` without properties. `head` of a record's page is made of the record
    as the API answers it.
    """

    route: str
    component: Callable[[], rx.Component]
    head: Head | Callable[[Any], Head]
    records: Records | None = None
    is_listed: bool = True
    """Whether the sitemap names it."""

    def head_of(self, record: Any) -> Head:
        """Return the head of the page, or of the page of a record."""
        return self.head if isinstance(self.head, Head) else self.head(record)
