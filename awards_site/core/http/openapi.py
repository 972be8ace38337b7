"""The API's description and its page; the errors of a route follow from what it declares."""

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from awards_site.core.database.sessions import read_session
from awards_site.core.errors import Conflict, Forbidden, PreconditionFailed
from awards_site.core.http.response_cache import SharedRoute
from awards_site.core.http.security import content_policy, hash_source, inline_scripts
from awards_site.core.validation import Rule

_TEXT = {"type": "string"}
_FIELD = {"required": ["field", "message"], "properties": {"field": _TEXT, "message": _TEXT}}
_ERRORS = {"type": "array", "items": {"type": "object", **_FIELD}, "description": "In a 422 only."}
_ERROR = {
    "type": "object",
    "required": ["message"],
    "properties": {"message": _TEXT, "errors": _ERRORS},
}
_READING = frozenset({"GET", "HEAD"})


class DescribedAPI(FastAPI):
    """An app that names in its OpenAPI document every status with which a route responds."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            document = super().openapi()
            schemas, shared = document["components"]["schemas"], dict[str, Any]()
            document["components"]["responses"], schemas["Error"] = shared, _ERROR
            del schemas["HTTPValidationError"], schemas["ValidationError"]
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
    found = route.response_class
    response_class = found if isinstance(found, type) else found.value
    errors = {str(each): HTTPStatus(each).phrase for each in _errors(operation, route, method)}
    is_shared = isinstance(route.original_route, SharedRoute)
    is_file = issubclass(response_class, FileResponse)
    for each in (206, 304, 416) if is_file else (304,) * is_shared:
        operation["responses"][str(each)] = {"description": HTTPStatus(each).phrase}
    # Pages, and what browsers open, tell their errors as a page.
    is_page = issubclass(response_class, HTMLResponse) or not str(route.path).startswith("/api/")
    for status, phrase in sorted({**errors, "5XX": "Server Error"}.items()):
        name = phrase.replace(" ", "") + ("Page" if is_page else "")
        schema = {"schema": {"$ref": "#/components/schemas/Error"}}
        content = {"application/json": schema, **({"text/html": {}} if is_page else {})}
        shared[name] = {"description": phrase, "content": content}
        operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}


def _errors(operation: dict[str, Any], route: RouteContext, method: str) -> set[int]:
    """Return the statuses of a route's errors below 500."""
    calls = list(_calls(route.dependant))
    raising = (route.original_route, *calls)
    found = {error.status for each in raising for error in getattr(each, "raises", ())}
    parameters = [each.field_info.metadata for each in route.dependant.path_params]
    if method in _READING or not parameters:
        found.discard(PreconditionFailed.status)
    if method not in _READING:
        if Forbidden.status in found and read_session not in calls:
            found.add(Conflict.status)
        # From another site, too slow, or too large.
        found |= {403, 408, 413}
    # An unknown value that a rule checks, such as a month, is invalid.
    if not all(any(isinstance(rule, Rule) for rule in each) for each in parameters):
        found.add(404)
    if "parameters" in operation or "requestBody" in operation:
        found.add(422)
    if "multipart/form-data" in operation.get("requestBody", {}).get("content", {}):
        found.add(415)
    return found


def _calls(dependant: Dependant) -> Iterator[Any]:
    """Yield the endpoint and its dependencies."""
    yield dependant.call
    for each in dependant.dependencies:
        yield from _calls(each)


NOT_STORED: dict[int | str, dict[str, Any]] = {
    202: {"description": "Accepted and not stored: AWARDS_STORE_FORMS is 0."}
}
"""The OpenAPI description of a form's response if forms are not stored."""


def file_response(
    media_type: str,
    description: str,
    response_class: type[Response] = Response,
    *,
    others: Iterable[str] = (),
    redirect: int = 0,
) -> dict[str, Any]:
    """Return the arguments of a route that returns a file, which describe it in OpenAPI.

    It may be of `others` media types, and `redirect` is the status for an outdated URL.
    """
    content: dict[str, Any] = {each: {} for each in (media_type, *others)}
    responses: dict[int, Any] = {200: {"content": content, "description": description}}
    if redirect:
        responses[redirect] = {"description": "Redirects to the current URL."}
    return {"response_class": response_class, "responses": responses}


def file_form(**fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the documentation of a form with a file and further fields, given by their schemas."""
    file = {"type": "string", "format": "binary"}
    schema = {"type": "object", "required": ["file"], "properties": {"file": file, **fields}}
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    }


def add_api_docs(app: FastAPI, path: str) -> None:
    """Serve the documentation at `path` and its assets below it."""
    assets = f"{path}/assets"
    page = get_swagger_ui_html(
        openapi_url=str(app.openapi_url),
        title=app.title,
        swagger_js_url=f"{assets}/swagger-ui-bundle.js",
        swagger_css_url=f"{assets}/swagger-ui.css",
        swagger_favicon_url=f"{assets}/favicon.png",
    )
    content = bytes(page.body).decode()
    # The page is FastAPI's own and holds no data.
    policy = content_policy(map(hash_source, inline_scripts(content)))
    headers = {"Content-Security-Policy": policy}

    async def show_documentation(_request: Request) -> HTMLResponse:
        return HTMLResponse(content, headers=headers)

    app.add_route(path, show_documentation, include_in_schema=False)
    app.mount(assets, StaticFiles(directory=str(files("fastapi_offline") / "static")))
