"""The interactive API documentation, with its scripts served by the site instead of a CDN."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from awards_site.core.http.security.content_policy import content_policy, hash_source
from awards_site.core.http.security.inline_code import inline_scripts

NOT_STORED: dict[int | str, dict[str, Any]] = {
    202: {"description": "Accepted and not stored: AWARDS_STORE_FORMS is 0."}
}
"""The OpenAPI description of a form's response if forms are not stored."""


def file_response(
    media_type: str, description: str, response_class: type[Response] = Response
) -> dict[str, Any]:
    """Return the arguments of a route that returns a file, which describe it in OpenAPI."""
    responses = {200: {"content": {media_type: {}}, "description": description}}
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
