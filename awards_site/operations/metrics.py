"""The metrics of a running site for Prometheus."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from functools import lru_cache

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import QueuePool
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp

from awards_site.accounts.sockets import SessionSockets
from awards_site.core import paths
from awards_site.core.database.engine import engine
from awards_site.core.database.sessions import reading
from awards_site.core.http import metrics
from awards_site.core.http.metrics import RequestMetricsMiddleware, RouteOf, publish_metrics
from awards_site.core.http.response_cache import ResponseCache
from awards_site.core.logs import get_logger
from awards_site.core.mail import outbox
from awards_site.pages.public_pages import find_page
from awards_site.prerender.scheduler import RenderScheduler

log = get_logger(__name__)

_FOLDERS = ("/assets", "/fonts", paths.ADMIN, paths.SIGN_IN)
"""Paths below which all that has no route of its own is one route for the metrics."""


def measure(
    app: ASGIApp,
    api: FastAPI,
    responses: ResponseCache,
    scheduler: RenderScheduler,
    sockets: SessionSockets,
    run_while_serving: Callable[[Callable[[], Awaitable[None]]], object],
) -> ASGIApp:
    """Return a site's app that measures its requests, and publish its metrics on the API.

    `run_while_serving` gets the task of a worker that shares its metrics with others.
    """
    published = own = requests = CollectorRegistry()
    if metrics.is_shared():
        own, requests = CollectorRegistry(), CollectorRegistry()
        shared = metrics.SharedMetrics(own)
        published.register(shared)
        run_while_serving(shared.run)
    ProcessCollector(registry=own)
    own.register(_Computed(lambda: _process_metrics(responses, scheduler, sockets)))
    published.register(_Computed(_outbox_metrics))
    publish_metrics(api, published)
    return RequestMetricsMiddleware(app, requests, route_templates(api))


class _Computed(Collector):
    """Metrics that are computed when Prometheus asks for them."""

    def __init__(self, compute: Callable[[], Iterable[Metric]]) -> None:
        self._compute = compute

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registration computes nothing."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Return the metrics."""
        return self._compute()


def _process_metrics(
    responses: ResponseCache, scheduler: RenderScheduler, sockets: SessionSockets
) -> Iterator[Metric]:
    """Yield the state of a process's parts."""
    yield _gauge("awards_render_queue", "Pages waiting to be rendered.", scheduler.waiting)
    running = "Pages that are being rendered."
    yield _gauge("awards_render_in_progress", running, scheduler.in_progress)
    yield _gauge("awards_websockets", "Open websockets of the portal.", sockets.count)
    size = "The size of the cached responses."
    yield _gauge("awards_response_cache_bytes", size, responses.size)
    lookups = CounterMetricFamily(
        "awards_response_cache_lookups",
        "Public reads that found a cached response, and those that did not.",
        labels=["result"],
    )
    lookups.add_metric(["hit"], responses.hits)
    lookups.add_metric(["miss"], responses.misses)
    yield lookups
    pool = engine().pool
    if isinstance(pool, QueuePool):
        in_use = "Connections to the database that are in use."
        yield _gauge("awards_database_connections_in_use", in_use, pool.checkedout())
        idle = "Open connections to the database that are not in use."
        yield _gauge("awards_database_connections_idle", idle, pool.checkedin())


def _outbox_metrics() -> Iterator[Metric]:
    """Yield the number of emails of all processes, unless the database is unavailable."""
    try:
        with reading() as session:
            waiting = outbox.waiting_count(session)
    except SQLAlchemyError as error:
        log.error("emails not counted: database unavailable", error=error)
        return
    yield _gauge("awards_outgoing_emails_waiting", "Emails waiting to be sent.", waiting)


def _gauge(name: str, documentation: str, value: float) -> Metric:
    return GaugeMetricFamily(name, documentation, value)


def route_templates(api: FastAPI) -> RouteOf:
    """Return a function that returns the template of a route, such as `/api/events/{record_id}`.

    Other paths share one of a few names, because clients make them up.
    """
    routes: list[tuple[re.Pattern[str], Collection[str], str]] = [
        (each.path_regex, each.methods or (), str(each.path_format))
        for each in iter_route_contexts(api.routes)
    ]

    @lru_cache(maxsize=4096)
    def route_of(method: str, path: str) -> str:
        page = find_page(path.rstrip("/") or paths.HOME)
        if page is not None:
            return page.page.route
        matching = [route for route in routes if route[0].match(path)]
        for _, methods, template in matching:
            if method in methods:
                return template
        if matching:
            return matching[0][2]
        folder = next((each for each in _FOLDERS if f"{path}/".startswith(f"{each}/")), None)
        return f"{folder}/*" if folder else "other"

    return route_of
