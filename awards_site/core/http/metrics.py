"""Metrics in Prometheus' format, shared by all processes.

Each worker writes its values into memory-mapped files, from which whichever worker Prometheus
reaches adds up those of all. What a worker has counted stays when it ends.
"""

import asyncio
import hmac
import os
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from prometheus_client.values import MultiProcessValue
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.core import paths
from awards_site.core.errors import NotFound, Unauthorized, raises
from awards_site.core.http.openapi import file_response
from awards_site.core.process import METRICS_FOLDER
from awards_site.settings import settings

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""The upper limits, in seconds, of the histogram; most responses come from memory."""

RouteOf = Callable[[str, str], str]
"""Returns the route template of a method and a path. There must be few, since each is kept."""

router = APIRouter(tags=["system"])


@router.get(paths.METRICS, **file_response("text/plain", "The metrics", PlainTextResponse))
@raises(Unauthorized, NotFound)
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


_INTERVAL_SECONDS = 1.0
_NEWEST = frozenset({"process_start_time_seconds"})
"""The gauges of which the greatest is shown, instead of the sum."""


def is_shared() -> bool:
    """Return whether this process is a worker that shares its metrics."""
    return METRICS_FOLDER in os.environ


class SharedMetrics(Collector):
    """Reads the metrics of all workers, and writes those of this one.

    It must exist before the metrics that it shares. What is in `own` is computed when it is read;
    `run` copies it to the files.
    """

    def __init__(self, own: CollectorRegistry) -> None:
        self._own = own
        self._folder = Path(os.environ[METRICS_FOLDER])
        values.ValueClass = MultiProcessValue()
        self._copies: dict[str, Counter | Gauge] = {}
        self._counted: dict[tuple[str, tuple[str, ...]], float] = {}

    def collect(self) -> Iterable[Metric]:
        """Return the sums of the workers' values, without the gauges of those that have ended."""
        for process in {path.stem.rpartition("_")[2] for path in self._folder.glob("gauge_live*")}:
            if not _is_running(int(process)):
                mark_process_dead(process, self._folder)
        return MultiProcessCollector(None, self._folder).collect()

    async def run(self) -> None:
        """Copy the values of `own` every second."""
        while True:
            self._copy()
            await asyncio.sleep(_INTERVAL_SECONDS)

    def _copy(self) -> None:
        for metric in self._own.collect():
            for sample in metric.samples:
                copy = self._copy_of(metric, tuple(sample.labels))
                labels = tuple(sample.labels.values())
                child = copy.labels(*labels) if labels else copy
                if isinstance(child, Gauge):
                    child.set(sample.value)
                    continue
                counted = self._counted.get((sample.name, labels), 0.0)
                self._counted[sample.name, labels] = sample.value
                child.inc(sample.value - counted)

    def _copy_of(self, metric: Metric, label_names: tuple[str, ...]) -> Counter | Gauge:
        if metric.name not in self._copies:
            named = (metric.name, metric.documentation, label_names)
            self._copies[metric.name] = (
                Counter(*named, registry=None)
                if metric.type == "counter"
                else Gauge(
                    *named,
                    registry=None,
                    multiprocess_mode="livemax" if metric.name in _NEWEST else "livesum",
                )
            )
        return self._copies[metric.name]


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
