"""The composition root: the portal's app, the public pages, and the mounted API."""

import gc
from pathlib import Path

import reflex as rx
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from awards_site.admin.dashboard import add_dashboard_page
from awards_site.api import make_api, make_response_cache
from awards_site.auth.gate import PortalGateMiddleware
from awards_site.blog.admin import add_blog_admin_page
from awards_site.content.admin import add_content_admin_page
from awards_site.core.http.origin import own_pages
from awards_site.core.http.pages import Pages
from awards_site.core.request_client import serve_in_process
from awards_site.cover_pages.admin import add_cover_pages_admin_page
from awards_site.events.admin import add_events_admin_page
from awards_site.messages.admin import add_messages_admin_page
from awards_site.nominees.admin import add_nominees_admin_page
from awards_site.photos.admin import add_photos_admin_page
from awards_site.prerender.prerendering import Prerendering
from awards_site.settings import settings
from awards_site.sponsors.admin import add_sponsors_admin_page
from awards_site.subscribers.admin import add_subscribers_admin_page
from awards_site.ui.layout.error_boundary import error_boundary
from awards_site.ui.layout.theme import STYLE_SHEETS
from awards_site.uploads.variant_worker import run_variant_worker
from awards_site.users.admin import add_users_admin_page
from awards_site.videos.admin import add_videos_admin_page


def trust_proxy_headers(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what takes a visitor's address and scheme from trusted proxies."""
    trusted = settings().trusted_proxies
    return wrap_asgi_with_proxy_headers(app, trusted) if trusted else app


def deliver_pages(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what completes the compiled pages."""
    return Pages(app, Path(get_web_dir()) / Dirs.STATIC)


api = make_api()
responses = make_response_cache(api)
serve_in_process(responses.before(api))

app = rx.App(
    api_transformer=[api, deliver_pages, trust_proxy_headers],
    stylesheets=STYLE_SHEETS,
    toaster=None,
    # Tailwind brings the same reset.
    reset_style=False,
    html_lang="en",
)
if app.sio is not None:
    # Reflex takes a list of origins only, which cannot say "the name by which I was asked".
    app.sio.eio.cors_allowed_origins = own_pages(settings().public_url)
app.register_lifespan_task(run_variant_worker)
# Without its connection the site stays readable, and lists and forms say themselves what failed:
# no blinking sign of Reflex's own is needed, nor its 3 KB of script.
del app.app_wraps[5, "Overlay"]
app.app_wraps[55, "ErrorBoundary"] = error_boundary
add_dashboard_page(app)
add_events_admin_page(app)
add_nominees_admin_page(app)
add_blog_admin_page(app)
add_photos_admin_page(app)
add_videos_admin_page(app)
add_sponsors_admin_page(app)
add_cover_pages_admin_page(app)
add_users_admin_page(app)
add_content_admin_page(app)
add_messages_admin_page(app)
add_subscribers_admin_page(app)


def make_prerendering(*, is_static: bool = False) -> Prerendering:
    """Return what renders the public pages of the release that is served, or exported as files."""
    return Prerendering(Path(get_web_dir()), responses, is_static=is_static)


def site() -> ASGIApp:
    """Return the whole application as it is served: `app`, and what answers before it is asked."""
    prerendering = make_prerendering()
    if settings().prerender:
        app.register_lifespan_task(prerendering.scheduler.running)
        prerendering.hold_writes(api)
    application = responses.before(PortalGateMiddleware(prerendering.before(app())))
    # What was made until now stays: a collection that went through all of it would stop everybody.
    gc.collect()
    gc.freeze()
    return application
