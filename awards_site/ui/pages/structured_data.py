"""Structured data for search engines: JSON-LD with schema.org types."""

import json
from collections.abc import Mapping
from typing import Any

from awards_site.core import paths
from awards_site.core.presentation.texts import escape_json
from awards_site.settings import settings

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
