"""The FastAPI application: the endpoints of all features, its middleware and error handlers."""

from fastapi import Depends, FastAPI
from starlette.middleware import Middleware
from starlette.types import ASGIApp

from awards_site.audit import api as audit
from awards_site.auth.mfa import api as mfa
from awards_site.auth.passwords import api as passwords
from awards_site.auth.passwords import links_api as password_links
from awards_site.auth.permissions import Permission
from awards_site.auth.sessions import api as sessions
from awards_site.auth.sessions.cookies import COOKIE
from awards_site.auth.sessions.dependencies import allow
from awards_site.auth.sign_in import api as sign_in
from awards_site.auth.sign_in import second_factor_api
from awards_site.blog import api as blog
from awards_site.blog import feed as blog_feed
from awards_site.checklist import api as checklist
from awards_site.content import api as content
from awards_site.core import paths
from awards_site.core.audit.refusals import RefusalAuditMiddleware
from awards_site.core.http.api_docs import add_api_docs
from awards_site.core.http.caching.response_cache import ResponseCache
from awards_site.core.http.errors.error_handlers import (
    ErrorMiddleware,
    add_error_handlers,
    unexpected_error,
)
from awards_site.core.http.errors.not_found import respond_not_found
from awards_site.core.http.feature_router import FeatureRouter
from awards_site.core.http.head_requests import HeadRequestMiddleware
from awards_site.core.http.limits.body_limit import BodyLimitMiddleware
from awards_site.core.http.limits.url_check import UrlCheckMiddleware
from awards_site.core.http.monitoring import health, metrics
from awards_site.core.http.monitoring.request_id import RequestIdMiddleware
from awards_site.core.http.security import csp_reports
from awards_site.core.http.security.headers import SecurityHeadersMiddleware
from awards_site.core.http.security.origin import OriginCheckMiddleware
from awards_site.core.http.unavailable import add_unavailable_handlers
from awards_site.core.presentation.media_details import load_media_details
from awards_site.core.storage.file_names import UPLOADS_URL
from awards_site.cover_pages import api as cover_pages
from awards_site.downloads import api as downloads
from awards_site.events import api as events
from awards_site.events import feed as events_feed
from awards_site.forms import api as forms
from awards_site.forms import newsletter
from awards_site.media import api as media
from awards_site.messages import api as messages
from awards_site.nominees import api as nominees

# Registers all content blocks, so that the API can validate the sections of every page.
from awards_site.pages import content_blocks  # noqa: F401
from awards_site.personal_data import api as personal_data
from awards_site.photos import api as photos
from awards_site.previews import api as previews
from awards_site.previews import sections as section_previews
from awards_site.resources.imports import api as imports
from awards_site.resources.timetable import timetable
from awards_site.search import api as search
from awards_site.seo import api as seo
from awards_site.seo import security_txt
from awards_site.settings import settings
from awards_site.social_images.card import URL_PREFIX as SOCIAL_IMAGES
from awards_site.sponsors import api as sponsors
from awards_site.subscribers import api as subscribers
from awards_site.trash import api as trash
from awards_site.uploads import api as uploads
from awards_site.users import api as users
from awards_site.videos import api as videos

PREFIX = "/api"
ANY_ORIGIN = frozenset({paths.CSP_REPORTS})
"""The paths that pages of other sites and mail programs may post to."""

_SHOWING_IMAGES = [Depends(load_media_details)]

# Published lists come first, so that `/events/upcoming` does not match `/events/{id}`.
_ROUTERS = [
    *(feature.published for feature in (events, nominees, photos, videos, blog, sponsors)),
    cover_pages.published,
    content.published,
    sign_in.router,
    second_factor_api.router,
    passwords.router,
    password_links.router,
    sessions.router,
    mfa.router,
    users.router,
    personal_data.router,
    audit.router,
    trash.router,
    search.router,
    checklist.router,
    *(feature.router for feature in (events, nominees, photos, videos, blog, sponsors)),
    *(feature.router for feature in (cover_pages, content, media, messages, subscribers, uploads)),
]


def make_api() -> FastAPI:
    """Return the API with its middleware and error handlers.

    The response cache of `make_response_cache` runs before it and adds the ETags of public reads.
    """
    public_url = settings().public_url
    app = FastAPI(
        title=f"{settings().programme} API",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{PREFIX}/openapi.json",
        redirect_slashes=False,
        middleware=[
            Middleware(RequestIdMiddleware),
            Middleware(RefusalAuditMiddleware),
            Middleware(ErrorMiddleware, respond=unexpected_error),
            Middleware(
                HeadRequestMiddleware,
                paths=(
                    f"{PREFIX}/",
                    f"{UPLOADS_URL}/",
                    f"{SOCIAL_IMAGES}/",
                    paths.SECURITY_TXT,
                ),
            ),
            Middleware(UrlCheckMiddleware),
            Middleware(OriginCheckMiddleware, public_url=public_url, exempt=ANY_ORIGIN),
            Middleware(
                BodyLimitMiddleware,
                limits={
                    **uploads.body_limits(PREFIX),
                    **imports.body_limits(PREFIX),
                    paths.CSP_REPORTS: csp_reports.REPORT_LIMIT,
                },
            ),
        ],
    )
    add_error_handlers(app)
    add_unavailable_handlers(app)
    add_api_docs(app, f"{PREFIX}/docs")
    for router in (*_ROUTERS, previews.staff_router(), section_previews.router):
        app.include_router(FeatureRouter(router, PREFIX), dependencies=_SHOWING_IMAGES)
    app.include_router(health.router, prefix=PREFIX, dependencies=[allow(Permission.READ_PUBLIC)])
    app.include_router(metrics.router, dependencies=[allow(Permission.READ_PUBLIC)])
    app.include_router(csp_reports.make_router(), dependencies=[allow(Permission.READ_PUBLIC)])
    app.include_router(uploads.files)
    for feature in (nominees, events, blog):
        app.include_router(feature.social_images, dependencies=_SHOWING_IMAGES)
    app.include_router(previews.router, dependencies=_SHOWING_IMAGES)
    for feature in (seo, security_txt, events_feed, blog_feed, downloads, forms, newsletter):
        app.include_router(feature.router)
    app.mount(PREFIX, respond_not_found)
    return app


def add_security_headers(app: ASGIApp) -> ASGIApp:
    """Add the middleware that completes the headers of every response."""
    https = settings().public_url.startswith("https:")
    return SecurityHeadersMiddleware(app, https=https, private=f"{PREFIX}/")


def make_response_cache(api: FastAPI) -> ResponseCache:
    """Return the cache of the API's public responses, which have the security headers."""
    return ResponseCache(api, add_security_headers(api), COOKIE, timetable.next_time)
