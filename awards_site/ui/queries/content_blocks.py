"""Content blocks on a page: the default ships with it, and a query brings what overrides it."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

import reflex as rx

from awards_site.core.content_blocks import ContentBlock
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.ui.queries.query import Query, View

Images = dict[str, ResponsiveImage]
"""The images that texts name, by their addresses."""

_VIEW = View("contentBlocks", rx.asset("content_blocks.js", shared=True))


def blocks_query(*blocks: ContentBlock[Any]) -> Query:
    """Return the query of a page's content blocks, all read by one call."""
    identifiers = urlencode([("identifier", block.identifier) for block in blocks])
    return Query(f"/api/content-blocks?{identifiers}", _VIEW, shape=dict[str, Any])


def block_texts(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the texts that the page shows, as a Var of the block's shape.

    The default stands unless a content section overrides it. Give the result to one `rx.memo` for
    each section of the page: every use of it writes the default once more.
    """
    default = rx.Var.create(block.default.shown())
    return _of_block(query, block, "texts", default).to(block.shape)


def block_images(query: Query, block: ContentBlock[Any], default: Iterable[str | None]) -> Any:
    """Return the images of the texts that the page shows, as a Var, by their addresses.

    `default` are the addresses in the default texts, whose images ship with the site.
    """
    shipped = {address: responsive_image(address) for address in default if address}
    return _of_block(query, block, "images", rx.Var.create(shipped)).to(Images)


def _of_block(
    query: Query, block: ContentBlock[Any], part: str, default: rx.Var[Any]
) -> rx.Var[Any]:
    data = query.data
    expression = f"({data!s}?.[{block.identifier!r}]?.{part} ?? {default!s})"
    return rx.Var(_js_expr=expression, _var_data=data._get_all_var_data())
