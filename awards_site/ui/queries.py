"""Queries of pages, and content blocks.

    CARDS = View("nomineeCards", SCRIPT)
    NOMINEES = Query("/api/nominees/published", CARDS, shape=list[NomineeCard])
    loaded(NOMINEES, grid(NOMINEES.data), loading=skeletons(), failure="Failed to load nominees.")

In the browser, `query.jsx` fetches the data. Prerendering discovers the URLs by rendering the page,
fetches them and embeds the results of the views.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_type_hints
from urllib.parse import urlencode
from zlib import crc32

import reflex as rx
from pydantic import BaseModel
from reflex_base.utils.imports import ImportVar, merge_imports

from awards_site.core.files.image_views import ResponsiveImage
from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.frontend import react, script
from awards_site.reflex_patches.components import js_expression

_QUERY_SCRIPT = script("queries/query.jsx")


def site_setting(name: str) -> rx.Var[str]:
    """Return a runtime setting of the site, one of `site_values` in prerender/html.py, as a Var."""
    return js_expression(
        f"site.{name}",
        imports={_QUERY_SCRIPT: "usePage"},
        hooks={"const { site } = usePage();": None},
    ).to(str)


@dataclass(frozen=True)
class View:
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


@dataclass(frozen=True)
class Query:
    """A GET request to the API and the view of its response.

    Placeholders in `url`, such as `{id}`, are filled from the data of the query `depends_on`, or
    without one from the page's path (`{id}` or `{slug}`). The request is sent once all values are
    known. `shape` is the type of the view's result, `fallback` its value while there is no data.
    Responses with a status in `empty_on` give null data instead of an error.
    """

    url: str
    view: View
    shape: Any
    fallback: Any = None
    empty_on: Sequence[int] = ()
    depends_on: "Query | None" = None

    @property
    def data(self) -> Any:
        """The view's result as a Var of type `shape`."""
        expression = f"{self._name}.data"
        if self.fallback is not None:
            expression = f"({expression} ?? {rx.Var.create(self.fallback)!s})"
        return self._var(expression).to(self.shape)

    @property
    def result(self) -> rx.Var[Any]:
        """The result of `useData`, for functions of scripts."""
        return self._var(self._name)

    @property
    def is_pending(self) -> rx.Var[bool]:
        """Whether the data is still loading."""
        return self._var(f"{self._name}.isPending").to(bool)

    @property
    def is_failed(self) -> rx.Var[bool]:
        """Whether the request failed and there is no data to show."""
        return self._var(f"{self._name}.isFailed").to(bool)

    @property
    def is_outdated(self) -> rx.Var[bool]:
        """Whether the latest request failed and there is earlier data to show."""
        return self._var(f"{self._name}.isOutdated").to(bool)

    @property
    def is_missing(self) -> rx.Var[bool]:
        """Whether the response had a status in `empty_on`."""
        return self._var(f"{self._name}.isMissing").to(bool)

    @property
    def retry(self) -> rx.Var[rx.EventChain]:
        """A browser function that repeats the page's failed requests, for `on_click`."""
        return self._var(f"{self._name}.retry").to(rx.vars.FunctionVar, rx.EventChain)

    @property
    def _name(self) -> str:
        return f"query{crc32(f'{self.url} {self.view.name}'.encode()):x}"

    def _var(self, expression: str) -> rx.Var[Any]:
        return js_expression(expression, hooks=self._hooks, imports=self._imports)

    @property
    def _hooks(self) -> dict[str, None]:
        options = rx.Var.create({**self.view.options, "emptyOn": list(self.empty_on)})
        url = repr(self.url)
        parent_hooks: dict[str, None] = {}
        if self.depends_on is not None:
            parent_hooks = self.depends_on._hooks
            url = f"fillUrl({url}, {self.depends_on._name}.data)"
        elif "{" in self.url:
            url = f"fillUrl({url}, usePathKey())"
        arguments = f"{url}, {self.view.name!r}, {self.view.name}, {options!s}"
        return {**parent_hooks, f"const {self._name} = useData({arguments});": None}

    @property
    def _imports(self) -> dict[str, list[ImportVar]]:
        parent_imports = self.depends_on._imports if self.depends_on is not None else {}
        tags = ("fillUrl", "useData", "usePathKey")
        imports = {
            _QUERY_SCRIPT: [ImportVar(tag=tag) for tag in tags],
            "@tanstack/react-query@5.108.0": [ImportVar(tag="", render=False)],
        }
        view = {self.view.script: [ImportVar(tag=self.view.name)]}
        return merge_imports(imports, view, parent_imports)


IDENTITY_VIEW = View("identity", _QUERY_SCRIPT)
"""The view that returns the response unchanged."""


def js_call(function: str, script: Any, *arguments: Any, shape: Any) -> Any:
    """Return the result of calling an exported function of a script, as a Var of type `shape`.

    A function named `use...` is called as a React hook, once for equal arguments.
    """
    values = [rx.Var.create(each) for each in arguments]
    call = f"{function}({', '.join(map(str, values))})"
    hooks: dict[str, None] = {}
    if function.startswith("use"):
        name = f"{function.removeprefix('use').lower()}{crc32(call.encode()):x}"
        hooks, call = {f"const {name} = {call};": None}, name
    imports = {script: function}
    return js_expression(call, of=values, imports=imports, hooks=hooks).to(shape)


Images = dict[str, ResponsiveImage]
"""The images that texts refer to, by URL."""

_VIEW = View("contentBlocks", _QUERY_SCRIPT)


def blocks_query(*blocks: ContentBlock[Any]) -> Query:
    """Return the query that fetches all content blocks of a page in one call."""
    identifiers = urlencode([("identifier", block.identifier) for block in blocks])
    return Query(f"/api/content-blocks?{identifiers}", _VIEW, shape=dict[str, Any])


def block_texts(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the block's texts as a Var of the block's shape; overrides replace the default."""
    return _of_block(query, block, "texts", block.default.shown()).to(block.shape)


def block_images(query: Query, block: ContentBlock[Any]) -> Any:
    """Return the images of the block's texts as a Var, by URL."""
    return _of_block(query, block, "images", block.images).to(Images)


def _of_block(query: Query, block: ContentBlock[Any], part: str, default: Any) -> rx.Var[Any]:
    name = f"{part}_{block.identifier.replace('.', '_')}"
    value = f"{query.data!s}?.[{block.identifier!r}]?.{part} ?? {rx.Var.create(default)!s}"
    return js_expression(name, of=[query.data], hooks={f"const {name} = {value};": None})


SanitizedHtml = react("SanitizedHtml", script("pages/record_page.jsx"), html=str)
"""A `<div>` with HTML made by `core/presentation/texts.py`."""


def sanitized_html(html: Any, **props: Any) -> rx.Component:
    return SanitizedHtml.create(html=html, **props)
