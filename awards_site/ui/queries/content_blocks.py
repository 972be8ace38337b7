"""Content blocks on a page: defaults ship with the page, and a query fetches the overrides."""

from typing import Any
from urllib.parse import urlencode

import reflex as rx

from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import script
from awards_site.ui.queries.query import Query, View

Images = dict[str, ResponsiveImage]
"""The images that texts refer to, by URL."""

_VIEW = View("contentBlocks", script("queries/content_blocks.js"))


def blocks_query(*blocks: ContentBlock[Any]) -> Query:
    """Return the query that fetches all content blocks of a page in one call."""
    identifiers = urlencode([("identifier", block.identifier) for block in blocks])
    return Query(f"/api/content-blocks?{identifiers}", _VIEW, shape=dict[str, Any])


def block_texts(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the block's texts as a Var of the block's shape; overrides replace the default.

    Pass the result to one `rx.memo` for each section of the page: every use of the Var repeats the
    default in the compiled page.
    """
    default = rx.Var.create(block.default.shown())
    return _of_block(query, block, "texts", default).to(block.shape)


def block_images(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the images of the block's texts as a Var, by URL."""
    return _of_block(query, block, "images", rx.Var.create(block.images)).to(Images)


def _of_block(
    query: Query, block: ContentBlock[Any], part: str, default: rx.Var[Any]
) -> rx.Var[Any]:
    return rx.Var(f"({query.data}?.[{block.identifier!r}]?.{part} ?? {default})")
