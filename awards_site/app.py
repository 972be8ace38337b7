"""The composition root: the Reflex app of the portal, the public pages and the API."""

from pathlib import Path

import reflex as rx
from fastapi import Depends, FastAPI
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.middleware import Middleware
from starlette.types import ASGIApp

from awards_site.accounts import password_links, sign_in_api, user_sessions
from awards_site.accounts import second_factors_api as mfa
from awards_site.accounts import sessions_api as sessions
from awards_site.accounts.dependencies import allow
from awards_site.accounts.gate import PortalGateMiddleware
from awards_site.accounts.permissions import Permission
from awards_site.accounts.sockets import (
    ENDED_STATE_SECONDS,
    MAX_SOCKETS,
    SessionSockets,
    session_socket,
)
from awards_site.accounts.user_sessions import COOKIE
from awards_site.core import paths
from awards_site.core.audit.counter import RefusalAuditMiddleware, counting
from awards_site.core.files.variant_worker import run_variant_worker
from awards_site.core.http import csp_reports, metrics, monitoring
from awards_site.core.http.errors import (
    ErrorMiddleware,
    add_error_handlers,
    add_unavailable_handlers,
    page_while_unavailable,
    respond_not_found,
    unexpected_error,
)
from awards_site.core.http.monitoring import (
    AccessLogMiddleware,
    ProxiedIdMiddleware,
    RequestIdMiddleware,
    wait_for_pages,
)
from awards_site.core.http.openapi import DescribedAPI, add_api_docs
from awards_site.core.http.origin import OriginCheckMiddleware, websocket_origin_check
from awards_site.core.http.request_bodies import BodyLimitMiddleware
from awards_site.core.http.response_cache import ResponseCache
from awards_site.core.http.routing import FeatureRouter, HeadRequestMiddleware
from awards_site.core.http.security import SecurityHeadersMiddleware
from awards_site.core.http.static_pages import StaticPagesMiddleware
from awards_site.core.http.urls import UrlCheckMiddleware
from awards_site.core.http.websocket_limits import MAX_MESSAGE_BYTES
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.broadcast import listening
from awards_site.core.logs import report_slow_stop
from awards_site.core.mail.delivery import run_mail_worker
from awards_site.core.process import tune_garbage_collection
from awards_site.features import search
from awards_site.features.admin_dashboard import add_dashboard_pages
from awards_site.features.embargoes.service import revalidate_seconds
from awards_site.features.media import uploads_api as uploads
from awards_site.features.messages.service import notify_staff
from awards_site.features.registry import modules, routers
from awards_site.frontend import inline_script
from awards_site.operations import checklist
from awards_site.operations import personal_data_api as personal_data
from awards_site.operations.link_checker import run_link_checker
from awards_site.operations.metrics import measure
from awards_site.operations.personal_data_screen import add_personal_data_page
from awards_site.operations.retention import maintain_hourly
from awards_site.pages import (
    content_blocks,  # noqa: F401 # The API validates the sections of every page.
    downloads,
    forms,
    seo,
)
from awards_site.portal import audit as audit_screen
from awards_site.portal import trash as trash_screen
from awards_site.portal.account.page import add_account_page
from awards_site.portal.gateway import (
    EventContextMiddleware,
    report_unhandled_error,
    show_writes_on,
)
from awards_site.prerender import previews
from awards_site.prerender.middleware import Prerendering
from awards_site.records import audit_api as audit
from awards_site.records import trash_api as trash
from awards_site.records.images import load_media_details
from awards_site.records.imports import api as imports
from awards_site.records.published import next_planned_time
from awards_site.reflex_patches.session_states import SessionNamespace, bind_states
from awards_site.reflex_patches.websocket import allow_origins, limit_packets
from awards_site.settings import settings
from awards_site.ui.theme import STYLE_SHEETS, error_boundary

PREFIX = "/api"
ANY_ORIGIN = frozenset({paths.CSP_REPORTS})
"""The paths that pages of other sites and mail programs may post to."""

_SHOWING_IMAGES = [Depends(load_media_details)]

# Published lists come first, so that `/events/upcoming` does not match `/events/{id}`.
_ROUTERS = [
    *routers("published"),
    sign_in_api.router,
    password_links.router,
    password_links.links_router,
    sessions.router,
    mfa.router,
    personal_data.router,
    audit.router,
    trash.router,
    search.router,
    checklist.router,
    *routers("router"),
    uploads.router,
]


def _middleware() -> list[Middleware]:
    """Return the middleware of the API, the outermost first."""
    return [
        Middleware(RequestIdMiddleware),
        Middleware(RefusalAuditMiddleware),
        Middleware(ErrorMiddleware, respond=unexpected_error),
        Middleware(HeadRequestMiddleware),
        Middleware(UrlCheckMiddleware),
        Middleware(OriginCheckMiddleware, public_url=settings().public_url, exempt=ANY_ORIGIN),
        Middleware(
            BodyLimitMiddleware,
            limits={
                **uploads.body_limits(PREFIX),
                **imports.body_limits(PREFIX),
                paths.CSP_REPORTS: csp_reports.REPORT_LIMIT,
            },
        ),
    ]


def make_api() -> FastAPI:
    """Return the API with its middleware and error handlers.

    The response cache of `make_response_cache` runs before it and adds the ETags of public reads.
    """
    app = DescribedAPI(
        title=f"{settings().programme} API",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{PREFIX}/openapi.json",
        redirect_slashes=False,
        middleware=_middleware(),
    )
    add_error_handlers(app)
    add_unavailable_handlers(app)
    add_api_docs(app, f"{PREFIX}/docs")
    for router in (*_ROUTERS, previews.staff_router(), previews.section_router):
        app.include_router(FeatureRouter(router, PREFIX), dependencies=_SHOWING_IMAGES)
    app.include_router(
        monitoring.router, prefix=PREFIX, dependencies=[allow(Permission.READ_PUBLIC)]
    )
    app.include_router(metrics.router, dependencies=[allow(Permission.READ_PUBLIC)])
    app.include_router(csp_reports.make_router(), dependencies=[allow(Permission.READ_PUBLIC)])
    app.include_router(uploads.files)
    for router in (
        *routers("social_images"),
        previews.router,
        seo.router,
        seo.security_txt_router,
        *routers("feeds"),
        *routers("documents"),
        downloads.router,
        forms.router,
        forms.newsletter_router,
    ):
        app.include_router(router, dependencies=_SHOWING_IMAGES)
    app.mount(PREFIX, respond_not_found)
    return app


def add_security_headers(app: ASGIApp) -> ASGIApp:
    """Add the middleware that completes the headers of every response."""
    https = settings().public_url.startswith("https:")
    return SecurityHeadersMiddleware(app, https=https, private=f"{PREFIX}/")


def make_response_cache(api: FastAPI) -> ResponseCache:
    """Return the cache of the API's public responses, which have the security headers."""
    app = add_security_headers(api)
    return ResponseCache(api, app, COOKIE, next_planned_time, revalidate_seconds)


def trust_proxy_headers(app: ASGIApp) -> ASGIApp:
    """Take the client IP, the scheme and the request id from the headers of trusted proxies."""
    trusted = settings().trusted_proxies
    if not trusted:
        return app
    return ProxiedIdMiddleware(wrap_asgi_with_proxy_headers(app, trusted), trusted)


def serve_static_pages(server: ASGIApp) -> ASGIApp:
    """Add the middleware that serves the compiled pages."""
    return StaticPagesMiddleware(server, Path(get_web_dir()) / Dirs.STATIC)


api = make_api()
response_cache = make_response_cache(api)

app = rx.App(
    api_transformer=[api, serve_static_pages],
    stylesheets=STYLE_SHEETS,
    # Without Reflex's overlay: lists and forms say themselves what failed.
    app_wraps={(55, "ErrorBoundary"): error_boundary},
    toaster=None,
    backend_exception_handler=report_unhandled_error,
    # Tailwind includes the same reset.
    reset_style=False,
    html_lang="en",
    head_components=[inline_script("storage.js")],
)
app.add_middleware(EventContextMiddleware(), index=0)
allow_origins(app, websocket_origin_check(settings().public_url))
states = SessionNamespace(
    app,
    session_socket,
    max_pages=MAX_SOCKETS,
    ended_seconds=ENDED_STATE_SECONDS,
)
bind_states(app, states)
limit_packets(app, MAX_MESSAGE_BYTES, lambda scope: session_socket(scope).close())
sockets = SessionSockets(states)
app.register_lifespan_task(sockets.run)
app.register_lifespan_task(
    listening,
    handlers={
        content_version.TOPIC: content_version.receive,
        user_sessions.TOPIC: user_sessions.notify_ended,
    },
)
app.register_lifespan_task(run_variant_worker)
app.register_lifespan_task(run_mail_worker, add_digests=notify_staff)
app.register_lifespan_task(maintain_hourly)
app.register_lifespan_task(run_link_checker)
app.register_lifespan_task(counting)
app.register_lifespan_task(tune_garbage_collection)
add_dashboard_pages(app)
add_account_page(app)
for admin in (*modules("admin"), trash_screen, audit_screen):
    admin.PAGE.add_to(app)
add_personal_data_page(app)


def behind_the_gate(app: ASGIApp) -> ASGIApp:
    """Return an app whose portal and websockets are for signed-in users."""
    return PortalGateMiddleware(app, sockets)


def site() -> ASGIApp:
    """Return the ASGI application.

    A request meets the rendered pages and the response cache first. Others pass the security
    headers, the portal gate, and the public pages, then the app.
    """
    prerendering = Prerendering(Path(get_web_dir()), response_cache)
    prerendering.add_previews(api)
    if settings().prerender:
        app.register_lifespan_task(prerendering.scheduler.running)
        prerendering.add_write_barrier(api)
        show_writes_on(prerendering.are_shown)
        wait_for_pages(api, lambda: prerendering.scheduler.has_rendered)
    # The last one is the first to end.
    app.register_lifespan_task(report_slow_stop)
    pages = prerendering.before(RequestIdMiddleware(UrlCheckMiddleware(app())))
    guarded = add_security_headers(page_while_unavailable(behind_the_gate(pages)))
    application = pages.first(response_cache.wrap(trust_proxy_headers(guarded)))
    if settings().metrics_token.get_secret_value():
        application = measure(
            application,
            api,
            response_cache,
            prerendering.scheduler,
            sockets,
            app.register_lifespan_task,
        )
    if settings().access_log:
        application = AccessLogMiddleware(application)
    return application
