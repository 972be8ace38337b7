"""The app's routes: method and path."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

NONEXISTENT = "999999"
"""A value for any path parameter that no record has."""


def endpoints(app: FastAPI) -> Iterator[tuple[str, RouteContext]]:
    """Yield 'METHOD /path/{parameter}' and the route of every endpoint."""
    for route in iter_route_contexts(app.routes):
        if isinstance(route.original_route, APIRoute):
            path = str(route.path).replace(":path}", "}")
            yield from ((f"{method} {path}", route) for method in route.methods or ())


def dependencies(route: RouteContext) -> list[Any]:
    return [each.call for each in route.dependant.dependencies]


def routes(text: str) -> set[str]:
    """Return the routes that the lines of a text name, in which <GET|POST> stands for both."""
    return {
        "".join(parts)
        for line in text.split("\n")
        for parts in product(*(each.split("|") for each in re.split("[<>]", line.strip())))
    } - {""}
