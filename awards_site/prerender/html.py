"""The HTML document of a public page: head, styles inline, content, data, and scripts that wait."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from awards_site.core import paths
from awards_site.core.http.headers import content_policy
from awards_site.prerender.ssr_worker import Rendering
from awards_site.settings import settings
from awards_site.social_images.card import SHARED_PICTURE_SIZE
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import absolute

_HERE = Path(__file__).parent
_FACE = re.compile(r"@font-face\{[^}]*url\([^}]*\}")
"""A typeface that is fetched; fallbacks are at hand."""

_ADDED_STYLES = (
    ".arrive{animation:none}"
    "@media (width<48rem){main:not(:has(:target))>section~section"
    "{content-visibility:auto;contain-intrinsic-size:auto 60rem}}"
)
"""What is there at once does not arrive; on phones, sections below the first wait a moment."""
_ESCAPES = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""What JSON holds in the place of characters that could end a script."""
_STYLES_WITHOUT_SCRIPTS = "main>section~section{content-visibility:visible!important}"


@dataclass(frozen=True)
class Styles:
    """The style sheet of the public pages, and its typefaces apart."""

    rules: str
    faces: str

    @classmethod
    def read(cls, sheet: Path) -> "Styles":
        """Return the styles of a built sheet. Raises RuntimeError when they end the element."""
        text = sheet.read_text()
        if "</style" in text:
            raise RuntimeError(f"{sheet} cannot stand in a page: it ends the style element")
        return cls(_FACE.sub("", text), "".join(_FACE.findall(text)))


def site_values(*, is_static: bool = False) -> dict[str, Any]:
    """Return what pages know of the running site, by the names that their scripts use.

    `url` is its own address and `timeZone` that of its times; data is revalidated every
    `revalidateSeconds`, only when the page is looked at again where that is 0, and never where
    `isStatic` says that there is no API; `storesForms` tells whether forms are stored.
    """
    return {
        "isStatic": is_static,
        "url": settings().public_url,
        "timeZone": settings().timezone,
        "revalidateSeconds": settings().revalidate_seconds,
        "storesForms": settings().store_forms,
    }


def page_html(
    head: Head,
    path: str,
    page: Mapping[str, Any],
    rendering: Rendering,
    modules: Iterable[str],
    styles: Styles,
) -> str:
    """Return the document of the page at `path`.

    `page` is what its scripts know of it, as PageContext describes it. Nothing is fetched before
    the first paint but the document itself: the style sheet is in it, its typefaces wait for
    `typefaces.js` and its scripts for `loader.js`.
    """
    data = in_script(f'{json.dumps(page)[:-1]},"queries":{rendering.queries}}}')
    return (
        '<!DOCTYPE html><html lang="en" style="color-scheme:light"><head>'
        f"{''.join(_head_tags(head, path))}{rendering.head}"
        f"<style>{styles.rules}{_ADDED_STYLES}</style>"
        f'<style media="not all">{styles.faces}</style><script>{script("typefaces.js")}</script>'
        f"<noscript><style>{styles.faces}{_STYLES_WITHOUT_SCRIPTS}</style></noscript>"
        f'</head><body><div id="root">{rendering.body}</div>'
        f'<script type="application/json" id="page-data">{data}</script>'
        f'<script data-modules="{" ".join(modules)}">{script("loader.js")}</script>'
        "</body></html>"
    )


@cache
def page_policy() -> str:
    """Return the content security policy of the documents, which have two scripts."""
    scripts = (script(name) for name in ("typefaces.js", "loader.js"))
    return content_policy("".join(f"<script>{each}</script>" for each in scripts))


@cache
def script(name: str) -> str:
    """Return a script of this folder as it stands in a page: without its comments."""
    lines = (_HERE / name).read_text().splitlines()
    return "".join(f"{line.strip()}\n" for line in lines if not line.lstrip().startswith("//"))


def in_script(json_text: str) -> str:
    """Return JSON as it may stand in a script of a page, whatever its texts hold."""
    for character, escape_sequence in _ESCAPES.items():
        json_text = json_text.replace(character, escape_sequence)
    return json_text


def _head_tags(head: Head, path: str) -> Iterator[str]:
    title, address = head.title, absolute(path)
    width, height = SHARED_PICTURE_SIZE
    yield '<meta charset="utf-8">'
    yield _meta("name", "viewport", "width=device-width, initial-scale=1")
    yield f"<title>{escape(title)}</title>"
    yield _meta("name", "description", head.description)
    if head.keywords:
        yield _meta("name", "keywords", head.keywords)
    if not head.is_indexed:
        yield _meta("name", "robots", "noindex")
    yield _link("icon", paths.ICON, type="image/svg+xml")
    if head.is_indexed:
        yield _link("canonical", address)
    yield _meta("property", "og:title", title)
    yield _meta("property", "og:description", head.description)
    yield _meta("property", "og:url", address)
    yield _meta("property", "og:type", head.kind)
    yield _meta("property", "og:site_name", settings().programme)
    yield _meta("property", "og:image", absolute(head.image))
    yield _meta("property", "og:image:width", str(width))
    yield _meta("property", "og:image:height", str(height))
    yield _meta("property", "og:image:alt", head.image_alt)
    yield _meta("name", "twitter:card", "summary_large_image")
    for kind, other in head.alternates.items():
        yield _link("alternate", other, type=kind, title=title)
    if head.structured:
        yield f'<script type="application/ld+json">{head.structured}</script>'


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _link(rel: str, href: str, **attributes: str) -> str:
    others = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<link rel="{rel}" href="{escape(href)}"{others}>'
