"""The composition root: the Reflex app of the portal, the public pages and the API."""

import sys
from pathlib import Path

import reflex as rx
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from awards_site.admin.account.page import add_account_page
from awards_site.admin.dashboard.page import add_dashboard_page
from awards_site.admin.event_context import EventContextMiddleware
from awards_site.admin.pages.management_page import add_management_page
from awards_site.admin.unhandled_errors import report_unhandled_error
from awards_site.api import add_security_headers, make_api, make_response_cache
from awards_site.audit.admin import AuditAdmin, audit_admin_page
from awards_site.auth.sessions import user_sessions
from awards_site.auth.sessions.gate import PortalGateMiddleware
from awards_site.auth.sessions.sockets import (
    ENDED_STATE_SECONDS,
    MAX_SOCKETS,
    SessionSockets,
    session_socket,
)
from awards_site.auth.sessions.watch import watch_sessions
from awards_site.blog.admin import BlogAdmin
from awards_site.checklist.link_checker import run_link_checker
from awards_site.content.admin import ContentAdmin, content_admin_page
from awards_site.core.audit.counter import counting
from awards_site.core.garbage_collection import tune_garbage_collection
from awards_site.core.http.limits.websocket_guard import MAX_MESSAGE_BYTES
from awards_site.core.http.monitoring.access_log import AccessLogMiddleware
from awards_site.core.http.monitoring.health import wait_for_pages
from awards_site.core.http.monitoring.request_id import ProxiedIdMiddleware, RequestIdMiddleware
from awards_site.core.http.pages import StaticPagesMiddleware
from awards_site.core.http.security.origin import websocket_origin_check
from awards_site.core.http.unavailable import page_while_unavailable
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.broadcast import listening
from awards_site.core.logs.slow_stop import report_slow_stop
from awards_site.core.request_client import serve_in_process
from awards_site.cover_pages.admin import CoverPagesAdmin, cover_pages_admin_page
from awards_site.events.admin import EventsAdmin, events_admin_page
from awards_site.mail.worker import run_mail_worker
from awards_site.media.admin import MediaAdmin, media_admin_page
from awards_site.messages.admin import MessagesAdmin, messages_admin_page
from awards_site.messages.notifier import run_message_notifier
from awards_site.metrics import measure
from awards_site.nominees.admin import NomineesAdmin, nominees_admin_page
from awards_site.nominees.admin_embargoes import EmbargoesAdmin, embargoes_admin_page
from awards_site.personal_data.admin import add_personal_data_page
from awards_site.photos.admin import PhotosAdmin, photos_admin_page
from awards_site.prerender.prerendering import Prerendering
from awards_site.reflex_patches.websocket.origins import allow_origins
from awards_site.reflex_patches.websocket.packets import limit_packets
from awards_site.reflex_patches.websocket.session_states import SessionNamespace, bind_states
from awards_site.retention import maintain_hourly
from awards_site.settings import settings
from awards_site.sponsors.admin import SponsorsAdmin, sponsors_admin_page
from awards_site.subscribers.admin import SubscribersAdmin, subscribers_admin_page
from awards_site.trash.admin import TrashAdmin, trash_admin_page
from awards_site.ui.layout.error_boundary import error_boundary
from awards_site.ui.layout.theme import STYLE_SHEETS
from awards_site.uploads.variant_worker import run_variant_worker
from awards_site.users.admin import UsersAdmin, users_admin_page
from awards_site.videos.admin import VideosAdmin


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
serve_in_process(response_cache.wrap(api))

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
app.register_lifespan_task(run_mail_worker)
app.register_lifespan_task(run_message_notifier)
app.register_lifespan_task(watch_sessions, sockets=sockets)
app.register_lifespan_task(maintain_hourly)
app.register_lifespan_task(run_link_checker)
app.register_lifespan_task(counting)
app.register_lifespan_task(tune_garbage_collection)
add_dashboard_page(app)
add_account_page(app)
add_management_page(app, EventsAdmin, events_admin_page)
add_management_page(app, NomineesAdmin, nominees_admin_page)
add_management_page(app, EmbargoesAdmin, embargoes_admin_page)
add_management_page(app, BlogAdmin)
add_management_page(app, PhotosAdmin, photos_admin_page)
add_management_page(app, VideosAdmin)
add_management_page(app, MediaAdmin, media_admin_page)
add_management_page(app, SponsorsAdmin, sponsors_admin_page)
add_management_page(app, CoverPagesAdmin, cover_pages_admin_page)
add_management_page(app, UsersAdmin, users_admin_page)
add_personal_data_page(app)
add_management_page(app, ContentAdmin, content_admin_page)
add_management_page(app, MessagesAdmin, messages_admin_page)
add_management_page(app, SubscribersAdmin, subscribers_admin_page)
add_management_page(app, TrashAdmin, trash_admin_page)
add_management_page(app, AuditAdmin, audit_admin_page)


def behind_the_gate(app: ASGIApp) -> ASGIApp:
    """Return an app whose portal and websockets are for signed-in users."""
    return PortalGateMiddleware(app, sockets)


def site() -> ASGIApp:
    """Return the ASGI application.

    A request meets the rendered pages and the response cache first. Others pass the security
    headers, the portal gate, and the public pages, then the app.
    """
    # Other threads give way to the one of the requests after a fifth of Python's default.
    sys.setswitchinterval(0.001)
    prerendering = Prerendering(Path(get_web_dir()), response_cache)
    prerendering.add_previews(api)
    if settings().prerender:
        app.register_lifespan_task(prerendering.scheduler.running)
        prerendering.add_write_barrier(api)
        wait_for_pages(api, lambda: prerendering.scheduler.has_rendered)
    # The last one is the first to end.
    app.register_lifespan_task(report_slow_stop)
    pages = prerendering.before(RequestIdMiddleware(app()))
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
