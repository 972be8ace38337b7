"""The metrics of HTTP requests, and the endpoint from which Prometheus reads all metrics."""

import hmac
import time
from collections.abc import Callable
from functools import cache

from fastapi import APIRouter, FastAPI, Request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import choose_encoder
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths
from awards_site.core.errors import NotFound, Unauthorized
from awards_site.core.http.api_docs import file_response
from awards_site.settings import settings

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""The upper limits, in seconds, of the histogram; most responses come from memory."""

RouteOf = Callable[[str, str], str]
"""Returns the route template of a method and a path. There must be few, since each is kept."""

router = APIRouter(tags=["system"])


@router.get(paths.METRICS, **file_response("text/plain", "The metrics", PlainTextResponse))
def read_metrics(request: Request) -> Response:
    """Read the metrics of this host's processes, with the token of `AWARDS_METRICS_TOKEN`."""
    token = settings().metrics_token.get_secret_value()
    registry = getattr(request.app.state, "metrics", None)
    if not token or registry is None:
        raise NotFound("Metrics are disabled. Set AWARDS_METRICS_TOKEN to enable them.")
    authorization = request.headers.get("Authorization", "")
    if not hmac.compare_digest(authorization.encode("latin-1"), f"Bearer {token}".encode()):
        raise Unauthorized(
            "Send AWARDS_METRICS_TOKEN as 'Authorization: Bearer TOKEN'",
            headers={"WWW-Authenticate": "Bearer", "Cache-Control": "no-store"},
        )
    encode, media_type = choose_encoder(request.headers.get("Accept", ""))
    headers = {"Content-Type": media_type, "Cache-Control": "no-store"}
    return Response(encode(registry), headers=headers)


def publish_metrics(app: FastAPI, registry: CollectorRegistry) -> None:
    """Let an API with `router` respond with the metrics of a registry."""
    app.state.metrics = registry


class RequestMetricsMiddleware:
    """Middleware that counts and times HTTP requests, from their arrival to the response's end."""

    def __init__(self, app: ASGIApp, registry: CollectorRegistry, route_of: RouteOf) -> None:
        self.app = app
        self._route_of = route_of
        requests = Counter(
            "awards_http_requests",
            "Completed HTTP requests.",
            ("route", "method", "status"),
            registry=registry,
        )
        seconds = Histogram(
            "awards_http_request_duration_seconds",
            "The duration of HTTP requests, until the end of the response.",
            ("route", "method"),
            buckets=_BUCKETS,
            registry=registry,
        )
        self._running = Gauge(
            "awards_http_requests_in_progress",
            "HTTP requests in progress.",
            registry=registry,
            multiprocess_mode="livesum",
        )

        self._counter_of = cache(requests.labels)
        self._histogram_of = cache(seconds.labels)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self._running.inc()
        try:
            await self.app(scope, receive, note_status)
        finally:
            self._running.dec()
            route = self._route_of(scope["method"], scope["path"])
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._counter_of(route, method, status).inc()
            self._histogram_of(route, method).observe(time.perf_counter() - started)
