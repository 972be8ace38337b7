"""The API's description, whose errors follow from what routes declare."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts
from starlette.responses import FileResponse, HTMLResponse

from awards_site.core.database.sessions import read_session
from awards_site.core.errors import (
    RAISES,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PreconditionFailed,
    TooLarge,
    UnsupportedMediaType,
)
from awards_site.core.http.caching import SharedRoute
from awards_site.core.validation import Rule

JSON, HTML = "application/json", "text/html"

_TEXT = {"type": "string"}
_FIELD = {
    "type": "object",
    "required": ["field", "message"],
    "properties": {"field": _TEXT, "message": _TEXT},
}
_ERROR = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "message": _TEXT,
        "errors": {"type": "array", "items": _FIELD, "description": "In a 422 only."},
    },
}
_READING = frozenset({"GET", "HEAD"})


class DescribedAPI(FastAPI):
    """An app that names in its OpenAPI document every status with which a route responds."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            document = super().openapi()
            schemas = document["components"]["schemas"]
            del schemas["HTTPValidationError"], schemas["ValidationError"]
            schemas["Error"] = _ERROR
            shared: dict[str, Any] = {}
            document["components"]["responses"] = shared
            for route in iter_route_contexts(self.routes):
                if isinstance(route.original_route, APIRoute) and route.include_in_schema:
                    for method in route.methods or ():
                        operation = document["paths"][route.path_format][method.lower()]
                        _add_responses(operation, route, method, shared)
        return self.openapi_schema or {}


def _add_responses(
    operation: dict[str, Any], route: RouteContext, method: str, shared: dict[str, Any]
) -> None:
    """Add the responses to an operation; those to errors are references to `shared` ones."""
    responses = operation["responses"]
    for status in _statuses_of_files(route):
        responses.setdefault(str(status), {"description": HTTPStatus(status).phrase})
    media_types = [JSON]
    if issubclass(_response_class(route), HTMLResponse) or not str(route.path).startswith("/api/"):
        media_types.append(HTML)
    errors = {str(each): HTTPStatus(each).phrase for each in _errors(operation, route, method)}
    for code, phrase in sorted({**errors, "5XX": "Server Error"}.items()):
        name = phrase.replace(" ", "") + ("" if len(media_types) == 1 else "Page")
        content: dict[str, Any] = {each: {} for each in media_types}
        content[JSON] = {"schema": {"$ref": "#/components/schemas/Error"}}
        shared[name] = {"description": phrase, "content": content}
        responses[code] = {"$ref": f"#/components/responses/{name}"}


def _errors(operation: dict[str, Any], route: RouteContext, method: str) -> set[int]:
    """Return the statuses of a route's errors below 500."""
    calls = list(_calls(route.dependant))
    declared = {
        error for call in (route.original_route, *calls) for error in getattr(call, RAISES, ())
    }
    found = {error.status for error in declared}
    parameters = route.dependant.path_params
    if method in _READING or not parameters:
        found.discard(PreconditionFailed.status)
    if method not in _READING:
        # From another site, too large, or too slow.
        found |= {Forbidden.status, TooLarge.status, HTTPStatus.REQUEST_TIMEOUT}
        if Forbidden in declared and read_session not in calls:
            found.add(Conflict.status)
    if any(not _is_checked(each) for each in parameters):
        found.add(NotFound.status)
    if "parameters" in operation or "requestBody" in operation:
        found.add(Invalid.status)
    if "multipart/form-data" in operation.get("requestBody", {}).get("content", {}):
        found.add(UnsupportedMediaType.status)
    return found


def _calls(dependant: Dependant) -> Iterator[Any]:
    """Yield the endpoint and its dependencies."""
    yield dependant.call
    for each in dependant.dependencies:
        yield from _calls(each)


def _is_checked(parameter: Any) -> bool:
    """Return whether an unknown value is invalid, such as a month, rather than not found."""
    return any(isinstance(each, Rule) for each in parameter.field_info.metadata)


def _statuses_of_files(route: RouteContext) -> tuple[int, ...]:
    """Return the statuses by which a route responds to conditional requests and to ranges."""
    if issubclass(_response_class(route), FileResponse):
        return (206, 304, 416)
    return (304,) if isinstance(route.original_route, SharedRoute) else ()


def _response_class(route: RouteContext) -> type[Any]:
    found = route.response_class
    return found if isinstance(found, type) else found.value
