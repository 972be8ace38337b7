"""What search engines are told about a page, as JSON-LD in the words of schema.org."""

import json
from collections.abc import Mapping
from typing import Any

from awards_site.core import paths
from awards_site.settings import settings

Thing = Mapping[str, Any]
"""A thing of schema.org; what it does not have is None or empty, and left out."""


def as_json_ld(*things: Thing) -> str:
    """Return the things as the text of one data block, which cannot end the block."""
    graph = [_without_gaps(thing) for thing in things]
    text = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _without_gaps(thing: Thing) -> dict[str, Any]:
    return {
        name: _without_gaps(value) if isinstance(value, Mapping) else value
        for name, value in thing.items()
        if value not in (None, "", [], ())
    }


def absolute(address: str) -> str:
    """Return an address with the site's own before it, if it is a path of this site."""
    return f"{settings().public_url}{address}" if address.startswith("/") else address


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
    """Return the way to a page: the name and the path of each step from the home page on."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": absolute(path)}
            for place, (name, path) in enumerate((("Home", paths.HOME), *steps), start=1)
        ],
    }


def other_sites(*addresses: str) -> list[str]:
    """Return those addresses that lead to other sites."""
    return [each for each in addresses if each.startswith(("http://", "https://"))]
