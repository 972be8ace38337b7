"""Markdown that staff write, as HTML that is safe to show, and as plain text."""

import nh3
from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto", "tel"}
_FIRST_LEVEL = {"h1": "h2"}
"""The page's title is its one heading of the first level."""


def safe_html(markdown: str) -> str:
    """Return the HTML of a text in Markdown: headings, lists, links, tables, no HTML of its own.

    Scripts, pictures and addresses other than http, https, mailto, tel and this site's own never
    come through.
    """
    tokens = _MARKDOWN.parse(markdown)
    for token in tokens:
        token.tag = _FIRST_LEVEL.get(token.tag, token.tag)
    return sanitized(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def sanitized(html: str) -> str:
    """Return HTML without the elements, attributes and addresses that Markdown here cannot make."""
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
    )


def plain_text(markdown: str) -> str:
    """Return the words of a text in Markdown, without headings, marks and addresses."""
    tokens = _MARKDOWN.parse(markdown)
    headings = {at + 1 for at, token in enumerate(tokens) if token.type == "heading_open"}
    parts = [
        # Breaks of a line have no content.
        "".join(child.content or " " for child in token.children or [] if not child.nesting)
        for at, token in enumerate(tokens)
        if token.type == "inline" and at not in headings
    ]
    return "\n".join(parts)
