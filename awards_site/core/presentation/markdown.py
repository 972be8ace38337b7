"""Markdown rendered as sanitized HTML and as plain text."""

import nh3
from markdown_it import MarkdownIt

from awards_site.core.links import SCHEMES

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_FIRST_LEVEL = {"h1": "h2"}
"""Headings are demoted: the page's title is its only `h1`."""


def safe_html(markdown: str) -> str:
    """Render Markdown as HTML with headings, lists, links and tables.

    Embedded HTML, scripts and images are removed, and so are links with a scheme other than http,
    https, mailto and tel.
    """
    tokens = _MARKDOWN.parse(markdown)
    for token in tokens:
        token.tag = _FIRST_LEVEL.get(token.tag, token.tag)
    return sanitized(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def sanitized(html: str) -> str:
    """Return HTML without the elements, attributes and URLs that Markdown here cannot make."""
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=set(SCHEMES),
        link_rel="noopener noreferrer",
    )


def links(markdown: str) -> list[str]:
    """Return the targets of the links in Markdown."""
    return [
        str(child.attrs["href"])
        for token in _MARKDOWN.parse(markdown)
        for child in token.children or []
        if child.type == "link_open"
    ]


def plain_text(markdown: str) -> str:
    """Return the text of Markdown without headings, markup and link targets."""
    tokens = _MARKDOWN.parse(markdown)
    headings = {at + 1 for at, token in enumerate(tokens) if token.type == "heading_open"}
    parts = [
        # Line breaks have no content.
        "".join(child.content or " " for child in token.children or [] if not child.nesting)
        for at, token in enumerate(tokens)
        if token.type == "inline" and at not in headings
    ]
    return "\n".join(parts)
