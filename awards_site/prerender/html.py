"""The HTML document of a public page: head, inline styles, content, data, deferred scripts."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from awards_site.core import paths
from awards_site.core.http.security import (
    NO_SOURCE,
    RawHeaders,
    content_policy,
    document_headers,
    hash_source,
    raw_headers,
    security_headers,
)
from awards_site.core.presentation.texts import escape_json
from awards_site.prerender.ssr_worker import Rendering
from awards_site.settings import settings
from awards_site.ui.pages import Head, absolute
from awards_site.ui.share_images.drawing import SOCIAL_IMAGE_SIZE

_HERE = Path(__file__).parent
_FACE = re.compile(r"@font-face\{[^}]*url\([^}]*\}")
"""A font face with a URL. Fallback faces use local fonts and do not match."""

_ADDED_STYLES = (
    ".arrive{animation:none}"
    "@media (width<48rem){main:not(:has(:target))>section~section"
    "{content-visibility:auto;contain-intrinsic-size:auto 60rem}}"
)
"""Disables entrance animations; on phones, defers the layout of sections below the first."""
_BAR_STYLE = (
    "position:fixed;z-index:100;inset:auto 0 0;margin:0;padding:.75rem 1rem;background:#3b1230;"
    "color:#fffdf8;font:600 .875rem/1.4 system-ui,sans-serif;text-align:center"
)
_STYLES_WITHOUT_SCRIPTS = (
    "main>section~section{content-visibility:visible!important}"
    ".skeleton,.loading,[data-testid=spinner],[data-testid=events]{display:none!important}"
)


@dataclass(frozen=True)
class Styles:
    """The style sheet of the public pages, with its font faces separated from the other rules."""

    rules: str
    faces: str

    @property
    def without_scripts(self) -> str:
        """The rules for browsers without JavaScript, which load all fonts at once."""
        return self.faces + _STYLES_WITHOUT_SCRIPTS

    @cached_property
    def elements(self) -> bytes:
        """The end of the head with the styles, and the beginning of the body."""
        return (
            f'<style>{self.rules}</style><style media="not all">{self.faces}</style>'
            f"<script>{script('typefaces.js')}</script>"
            f"<noscript><style>{self.without_scripts}</style></noscript>"
            '</head><body><div id="root">'
        ).encode()

    @classmethod
    def read(cls, sheet: Path) -> "Styles":
        """Read a built style sheet. Raises RuntimeError if it contains `</style`."""
        text = sheet.read_text()
        if "</style" in text:
            raise RuntimeError(f"{sheet} cannot be inlined: it contains </style")
        return cls(_FACE.sub("", text) + _ADDED_STYLES, "".join(_FACE.findall(text)))


def site_values() -> dict[str, Any]:
    """Return the settings that page scripts use, as `page.site`.

    `url` is the site's URL, `timeZone` the zone of displayed times. Data is revalidated every
    `revalidateSeconds`; with 0, only when the window regains focus. `storesForms` is whether the
    server stores submitted forms, and `formFillSeconds` how long a form is open at least before it
    is sent.
    """
    return {
        "url": settings().public_url,
        "timeZone": settings().timezone,
        "revalidateSeconds": settings().revalidate_seconds,
        "storesForms": settings().store_forms,
        "formFillSeconds": settings().form_fill_seconds,
    }


def page_html(
    head: Head,
    path: str,
    page: Mapping[str, Any],
    rendering: Rendering,
    modules: Iterable[str],
    styles: Styles,
) -> bytes:
    """Return the document of the page at `path`, in UTF-8.

    `page` is the value of PageContext (frontend/queries/query.jsx). The first paint needs no
    other request: styles are inline, `typefaces.js` loads the fonts and `loader.js` the scripts
    later.
    """
    before_head = (
        '<!DOCTYPE html><html lang="en" style="color-scheme:light"><head>'
        f"{''.join(_head_tags(head, path))}"
    )
    data = escape_json(json.dumps(page))
    before_queries = f'</div><script type="application/json" id="page-data">{data[:-1]},"queries":'
    after_queries = (
        f'}}</script><script data-modules="{" ".join(modules)}">{script("loader.js")}</script>'
        "</body></html>"
    )
    # The rendered parts are large: they are copied once, and never decoded.
    return b"".join(
        (
            before_head.encode(),
            rendering.head,
            styles.elements,
            rendering.body,
            before_queries.encode(),
            rendering.queries,
            after_queries.encode(),
        )
    )


@lru_cache(maxsize=64)
def document_head(path: str, policy: str) -> tuple[int, RawHeaders]:
    """Return the status and the headers of the document at a path."""
    https = settings().public_url.startswith("https:")
    headers = {
        **security_headers(https=https),
        **document_headers(policy),
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
    }
    return 404 if path == paths.NOT_FOUND else 200, raw_headers(headers)


def still_html(head: Head, path: str, rendering: Rendering, styles: Styles, bar: str) -> bytes:
    """Return the document of a page as it looks, without scripts and hidden from search engines.

    Its links open in other tabs. `bar` is a text along its lower edge, or ''.
    """
    head = replace(head, is_indexed=False, json_ld="", alternates={})
    before = (
        '<!DOCTYPE html><html lang="en" style="color-scheme:light"><head>'
        f'{"".join(_head_tags(head, path))}<base target="_blank">'
    )
    shown_styles = (
        f"<style>{styles.rules}</style><style>{styles.without_scripts}</style></head><body>"
    )
    note = f'<p role="note" style="{_BAR_STYLE}">{escape(bar)}</p>' if bar else ""
    after = f"</div>{note}</body></html>"
    return b"".join(
        (
            before.encode(),
            rendering.head,
            f'{shown_styles}<div id="root">'.encode(),
            rendering.body,
            after.encode(),
        )
    )


def still_policy(styles: Styles, *, ancestors: str = NO_SOURCE) -> str:
    """Return the content security policy of `still_html`."""
    hashes = map(hash_source, (styles.rules, styles.without_scripts))
    return content_policy(styles=hashes, has_scripts=False, ancestors=ancestors)


def page_policy(styles: Styles) -> str:
    """Return the content security policy of the documents: it allows what `page_html` inlines."""
    return content_policy(
        map(hash_source, known_scripts()),
        map(hash_source, (styles.rules, styles.faces, styles.without_scripts)),
    )


def known_scripts() -> tuple[str, ...]:
    """Return the inline scripts of the documents."""
    return tuple(script(name) for name in ("typefaces.js", "loader.js"))


@cache
def script(name: str) -> str:
    """Return a script of this folder without its comments, for inlining."""
    lines = (_HERE / name).read_text().splitlines()
    return "".join(f"{line.strip()}\n" for line in lines if not line.lstrip().startswith("//"))


def _head_tags(head: Head, path: str) -> Iterator[str]:
    title, url = head.title, absolute(path)
    width, height = SOCIAL_IMAGE_SIZE
    yield '<meta charset="utf-8">'
    yield _meta("name", "viewport", "width=device-width, initial-scale=1")
    yield f"<title>{escape(title)}</title>"
    yield _meta("name", "description", head.description)
    if head.keywords:
        yield _meta("name", "keywords", head.keywords)
    if not head.is_indexed:
        yield _meta("name", "robots", "noindex")
    if head.referrer:
        yield _meta("name", "referrer", head.referrer)
    yield _link("icon", paths.ICON, type="image/svg+xml")
    yield _link("apple-touch-icon", paths.APPLE_ICON)
    if head.is_indexed:
        yield _link("canonical", url)
    yield _meta("property", "og:title", title)
    yield _meta("property", "og:description", head.description)
    yield _meta("property", "og:url", url)
    yield _meta("property", "og:type", head.og_type)
    yield _meta("property", "og:site_name", settings().programme)
    yield _meta("property", "og:image", absolute(head.image))
    yield _meta("property", "og:image:width", str(width))
    yield _meta("property", "og:image:height", str(height))
    is_own = head.image != paths.DEFAULT_SHARE_IMAGE
    yield _meta("property", "og:image:alt", head.image_alt if is_own else Head.image_alt)
    yield _meta("name", "twitter:card", "summary_large_image")
    for media_type, alternate in head.alternates.items():
        yield _link("alternate", alternate, type=media_type, title=title)
    if head.json_ld:
        yield f'<script type="application/ld+json">{head.json_ld}</script>'


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _link(rel: str, href: str, **attributes: str) -> str:
    others = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<link rel="{rel}" href="{escape(href)}"{others}>'
