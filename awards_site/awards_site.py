"""The composition root: the app, its pages and the mounted API."""

from pathlib import Path

import reflex as rx
from granian.utils.proxies import wrap_asgi_with_proxy_headers
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from awards_site.admin.page import add_dashboard_page
from awards_site.api import keep_answers, make_api
from awards_site.auth.admin import add_users_admin_page
from awards_site.auth.page import add_sign_in_page
from awards_site.blog.admin import add_blog_admin_page
from awards_site.blog.page import add_blog_page
from awards_site.blog.post_page import add_post_pages
from awards_site.content.admin import add_content_admin_page
from awards_site.core.http.origin import own_pages
from awards_site.core.http.pages import Pages
from awards_site.core.http.record_pages import RecordPages
from awards_site.core.request_client import serve_in_process
from awards_site.cover_pages.admin import add_cover_pages_admin_page
from awards_site.events.admin import add_events_admin_page
from awards_site.events.event_page import add_event_pages
from awards_site.events.page import add_events_page
from awards_site.messages.admin import add_messages_admin_page
from awards_site.nominees.admin import add_nominees_admin_page
from awards_site.nominees.nominee_page import add_nominee_pages
from awards_site.nominees.page import add_nominees_page
from awards_site.pages.about.page import add_about_page
from awards_site.pages.categories.page import add_categories_page
from awards_site.pages.contact.page import add_contact_page
from awards_site.pages.home.page import add_home_page
from awards_site.pages.legal.page import add_legal_pages
from awards_site.pages.not_found import add_not_found_page
from awards_site.pages.timeline.page import add_timeline_page
from awards_site.photos.admin import add_photos_admin_page
from awards_site.photos.page import add_gallery_page
from awards_site.prerender.site import Rendering
from awards_site.settings import settings
from awards_site.sponsors.admin import add_sponsors_admin_page
from awards_site.sponsors.page import add_partners_page
from awards_site.subscribers.admin import add_subscribers_admin_page
from awards_site.ui.crash import error_boundary
from awards_site.ui.public_page import PUBLIC_PAGES
from awards_site.ui.theme import STYLE_SHEETS
from awards_site.uploads.worker import keep_making
from awards_site.videos.admin import add_videos_admin_page
from awards_site.videos.page import add_videos_page


def believe_proxies(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what takes a visitor's address and scheme from trusted proxies."""
    trusted = settings().trusted_proxies
    return wrap_asgi_with_proxy_headers(app, trusted) if trusted else app


def deliver_pages(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what completes the compiled pages."""
    return Pages(app, Path(get_web_dir()) / Dirs.STATIC)


def answer_for_records(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what knows which pages of single records there are."""
    return RecordPages(app, ((each.route, each.find) for each in PUBLIC_PAGES if each.find))


api = make_api()
answers = keep_answers(api)
serve_in_process(answers.before(api))

app = rx.App(
    api_transformer=[api, deliver_pages, answer_for_records, believe_proxies],
    stylesheets=STYLE_SHEETS,
    toaster=None,
    # Tailwind brings the same reset.
    reset_style=False,
    html_lang="en",
)
if app.sio is not None:
    # Reflex takes a list of origins only, which cannot say "the name by which I was asked".
    app.sio.eio.cors_allowed_origins = own_pages(settings().public_url)
app.register_lifespan_task(keep_making)
# Without its connection the site stays readable, and lists and forms say themselves what failed:
# no blinking sign of Reflex's own is needed, nor its 3 KB of script.
del app.app_wraps[5, "Overlay"]
app.app_wraps[55, "ErrorBoundary"] = error_boundary
add_home_page(app)
add_about_page(app)
add_categories_page(app)
add_nominees_page(app)
add_nominee_pages(app)
add_events_page(app)
add_event_pages(app)
add_timeline_page(app)
add_videos_page(app)
add_gallery_page(app)
add_blog_page(app)
add_post_pages(app)
add_partners_page(app)
add_contact_page(app)
add_legal_pages(app)
add_not_found_page(app)
add_sign_in_page(app)
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

rendering = Rendering(Path(get_web_dir()), settings())
if settings().render:
    app.register_lifespan_task(rendering.upkeep.running)


def site() -> ASGIApp:
    """Return the whole application as it is served: `app`, and what answers before it is asked."""
    pages = rendering.deliver(app()) if settings().render else app()
    return answers.before(pages)
