"""Markdown as HTML, as plain text, and its links; its pictures are uploads of this site."""

from collections.abc import Collection, Iterator, Sequence

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from awards_site.core.files.file_names import (
    UPLOADS_URL,
    VARIANTS_DIR,
    is_image,
    stem_of,
    stored_name,
)
from awards_site.core.paths import SCHEMES
from awards_site.records.images import responsive_image
from awards_site.settings import settings

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_PICTURE = {"alt", "height", "loading", "sizes", "srcset", "title", "width"}
_SIZES = "(min-width: 40rem) 40rem, 100vw"
_FIRST_LEVEL = {"h1": "h2"}
"""Headings are demoted: the page's title is its only `h1`."""


def safe_html(markdown: str, base: str = "") -> str:
    """Render Markdown as HTML with headings, lists, links, tables and pictures of this site.

    Embedded HTML and scripts are removed, and so are links with a scheme other than http, https,
    mailto and tel. With the URL `base` of the page, links and pictures get absolute URLs.
    """
    tokens, pictures = _parse(markdown), set()
    for token in tokens:
        token.tag = _FIRST_LEVEL.get(token.tag, token.tag)
        for child in token.children or []:
            if child.type == "image":
                pictures.add(str(child.attrs["src"]))
                _complete(child, has_variants=not base)
    return sanitized(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}), pictures, base)


def sanitized(html: str, pictures: Collection[str] = (), base: str = "") -> str:
    """Return HTML without the elements, attributes and URLs that Markdown here cannot make."""
    return nh3.clean(
        html,
        tags=_TAGS | {"img"} if pictures else _TAGS,
        attributes={**_ATTRIBUTES, "img": _PICTURE},
        tag_attribute_values={"img": {"src": set(pictures)}},
        url_schemes=set(SCHEMES),
        url_relative=("rewrite_with_base", base) if base else None,
        link_rel="noopener noreferrer",
    )


def _parse(markdown: str) -> list[Token]:
    """Return the tokens of Markdown, whose pictures are uploads of this site; others are links."""
    tokens = _MARKDOWN.parse(markdown)
    for token in tokens:
        token.children = token.children and list(_with_own_pictures(token.children))
    return tokens


def _with_own_pictures(tokens: Sequence[Token]) -> Iterator[Token]:
    is_link = False
    for token in tokens:
        is_link = token.nesting > 0 if token.type.startswith("link_") else is_link
        if token.type != "image":
            yield token
            continue
        url = str(token.attrs["src"])
        path = url.removeprefix(settings().public_url)
        if is_image(stored_name(path) or ""):
            token.attrs["src"] = path
            yield token
            continue
        alt = RendererHTML().renderInlineAsText(token.children, _MARKDOWN.options, {})
        text = Token("text", "", 0, content=alt.strip() or url)
        start, end = Token("link_open", "a", 1, attrs={"href": url}), Token("link_close", "a", -1)
        # A link has no other links in it.
        yield from [text] if is_link else [start, text, end]


def _complete(picture: Token, *, has_variants: bool) -> None:
    """Add the size and the variants of a picture, and the media library's alternative text."""
    src = str(picture.attrs["src"])
    image = responsive_image(src)
    if not picture.content.strip():
        picture.children = [Token("text", "", 0, content=image.get("alt", ""))]
    if width := image["width"]:
        picture.attrs |= {"width": width, "height": image["height"]}
    if has_variants:
        picture.attrs["loading"] = "lazy"
        stem = f"{UPLOADS_URL}/{VARIANTS_DIR}/{stem_of(src)}"
        smaller = [f"{stem}.{each}.webp {each}w" for each in image["webp"] if each < width]
        if smaller:
            picture.attrs |= {"srcset": ", ".join([*smaller, f"{src} {width}w"]), "sizes": _SIZES}


def links(markdown: str) -> list[str]:
    """Return the targets of the links in Markdown, and the URLs of its pictures."""
    return [
        str(child.attrs["href" if child.type == "link_open" else "src"])
        for token in _parse(markdown)
        for child in token.children or []
        if child.type in {"link_open", "image"}
    ]


def plain_text(markdown: str) -> str:
    """Return the text of Markdown without headings, pictures, markup and link targets."""
    tokens = _parse(markdown)
    headings = {at + 1 for at, token in enumerate(tokens) if token.type == "heading_open"}
    parts = [
        # Line breaks have no content.
        "".join(
            child.content or " "
            for child in token.children or []
            if not child.nesting and child.type != "image"
        )
        for at, token in enumerate(tokens)
        if token.type == "inline" and at not in headings
    ]
    return "\n".join(parts)
