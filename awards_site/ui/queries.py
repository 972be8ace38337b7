"""Queries of pages, and content blocks.

    CARDS = ViewFunction("nomineeCards", SCRIPT)
    NOMINEES = Query("/api/nominees/published", CARDS, shape=list[NomineeCard])
    loaded(NOMINEES, grid(NOMINEES.data), loading=skeletons(), failure="Failed to load nominees.")

In the browser, `query.jsx` fetches the data. Prerendering discovers the URLs by rendering the page,
fetches them and embeds the results of the views.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, get_type_hints
from urllib.parse import urlencode

import reflex as rx
from pydantic import BaseModel

from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.frontend import react, script
from awards_site.records.images import ResponsiveImage, images_of
from awards_site.reflex_patches.components import js_call, js_function

_QUERY_SCRIPT = script("queries/query.jsx")


def site_setting(name: str) -> rx.Var[str]:
    """Return a runtime setting of the site, one of `site_values` in prerender/html.py, as a Var."""
    page = js_call("usePage", _QUERY_SCRIPT, shape=dict[str, dict[str, str]])
    return page["site"][name]


@dataclass(frozen=True)
class ViewFunction:
    """A JavaScript function `(response, page, options)` that maps an API response to a view model.

    `script` is the asset that exports the function as `name`. `options` are constants for it, such
    as the labels of enum values.
    """

    name: str
    script: Any
    options: Mapping[str, Any] = field(default_factory=dict)


def api_fields(shape: type[Any], record: type[BaseModel]) -> list[str]:
    """Return the API's keys of the fields that a view model and the API's schema have in common.

    As the option `fields` of a view, they are what it passes on.
    """
    fields: dict[str, Any] = {**record.model_fields, **record.model_computed_fields}
    return [fields[name].alias or name for name in get_type_hints(shape) if name in fields]


class QueryResult(TypedDict):
    """The result of `useData` (frontend/queries/query.jsx)."""

    data: Any
    isPending: bool
    isFailed: bool
    isOutdated: bool
    isMissing: bool
    retry: Any


@dataclass(frozen=True)
class Query:
    """A GET request to the API and the view of its response.

    Placeholders in `url`, such as `{id}`, are filled from the data of the query `depends_on`, or
    without one from the page's path (`{id}` or `{slug}`). The request is sent once all values are
    known. `shape` is the type of the view's result, `fallback` its value while there is no data.
    Responses with a status in `empty_on` give null data instead of an error.
    """

    url: str
    view: ViewFunction
    shape: Any
    fallback: Any = None
    empty_on: Sequence[int] = ()
    depends_on: "Query | None" = None

    @property
    def result(self) -> rx.vars.ObjectVar[QueryResult]:
        """The result of reading it, for functions of scripts."""
        options = {**self.view.options, "emptyOn": list(self.empty_on)}
        if self.fallback is not None:
            options["fallback"] = self.fallback
        return js_call(
            "useData",
            _QUERY_SCRIPT,
            self._filled_url,
            self.view.name,
            js_function(self.view.name, self.view.script),
            options,
            shape=QueryResult,
            dependencies=["@tanstack/react-query@5.108.0"],
        )

    @property
    def data(self) -> Any:
        """The view's result as a Var of type `shape`."""
        return self.result["data"].to(self.shape)

    @property
    def is_pending(self) -> rx.Var[bool]:
        """Whether the data is still loading."""
        return self.result["isPending"]

    @property
    def is_failed(self) -> rx.Var[bool]:
        """Whether the request failed and there is no data to show."""
        return self.result["isFailed"]

    @property
    def is_outdated(self) -> rx.Var[bool]:
        """Whether the latest request failed and there is earlier data to show."""
        return self.result["isOutdated"]

    @property
    def is_missing(self) -> rx.Var[bool]:
        """Whether the response had a status in `empty_on`."""
        return self.result["isMissing"]

    @property
    def retry(self) -> rx.vars.FunctionVar[Any]:
        """A browser function that repeats the page's failed requests, for `on_click`."""
        return self.result["retry"].to(rx.vars.FunctionVar)

    @property
    def _filled_url(self) -> rx.Var[str] | str:
        if "{" not in self.url:
            return self.url
        path_key = js_call("usePathKey", _QUERY_SCRIPT, shape=dict[str, str])
        values = self.depends_on.data if self.depends_on else path_key
        return js_call("fillUrl", _QUERY_SCRIPT, self.url, values, shape=str)


IDENTITY_VIEW = ViewFunction("identity", _QUERY_SCRIPT)
"""The view that returns the response unchanged."""


Images = dict[str, ResponsiveImage]
"""The images that texts refer to, by URL."""

_VIEW = ViewFunction("contentBlocks", _QUERY_SCRIPT)


def blocks_query(*blocks: ContentBlock[Any]) -> Query:
    """Return the query that fetches all content blocks of a page in one call."""
    identifiers = urlencode([("identifier", block.identifier) for block in blocks])
    return Query(f"/api/content-blocks?{identifiers}", _VIEW, shape=dict[str, Any])


def block_texts(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the block's texts as a Var of the block's shape; overrides replace the default."""
    return _of_block(query, block, "texts", block.default.shown(), block.shape)


def block_images(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the images of the block's texts as a Var, by URL."""
    return _of_block(query, block, "images", images_of(block.default.shown()), Images)


def _of_block(query: Query, block: ContentBlock[Any], part: str, default: Any, shape: Any) -> Any:
    arguments = query.data, block.identifier, part, default
    return js_call("useBlockPart", _QUERY_SCRIPT, *arguments, shape=shape)


SanitizedHtml = react("SanitizedHtml", script("pages/record_page.jsx"), html=str)
"""A `<div>` with HTML made by `records/markdown.py`."""


def sanitized_html(html: Any, **props: Any) -> rx.Component:
    return SanitizedHtml.create(html=html, **props)
