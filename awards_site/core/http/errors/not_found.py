"""The response under /api for unmatched requests: 405 if the path exists, else 404."""

from fastapi.routing import iter_route_contexts
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from awards_site.core.http.errors.error_handlers import error_response


async def respond_not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the error as JSON, with an Allow header if the path exists for other methods."""
    request = Request(scope)
    methods: set[str] = set()
    for route in iter_route_contexts(request.app.routes):
        pattern = getattr(route, "path_regex", None)
        if route.methods and pattern is not None and pattern.match(request.url.path):
            methods |= route.methods
    if methods:
        allowed = ", ".join(sorted(methods))
        message = f"Method not allowed. Allowed: {allowed}"
        response = error_response(405, message, headers={"Allow": allowed})
    else:
        response = error_response(404, "Not found")
    await response(scope, receive, send)
