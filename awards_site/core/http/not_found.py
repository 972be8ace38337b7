"""The answer under /api to what no route takes: 404, or 405 where other methods are known."""

from fastapi.routing import iter_route_contexts
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from awards_site.core.http.error_handlers import problem_response


async def respond_not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as JSON; with Allow where the path exists for other methods."""
    request = Request(scope)
    methods: set[str] = set()
    for route in iter_route_contexts(request.app.routes):
        pattern = getattr(route, "path_regex", None)
        if route.methods and pattern is not None and pattern.match(request.url.path):
            methods |= route.methods
    if methods:
        allowed = ", ".join(sorted(methods))
        message = f"{request.method} is not possible here; possible: {allowed}"
        response = problem_response(405, message, headers={"Allow": allowed})
    else:
        response = problem_response(404, "There is nothing at this address")
    await response(scope, receive, send)
