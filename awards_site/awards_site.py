"""The composition root: the app, its pages and the mounted API."""

from pathlib import Path

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from awards_site.admin.page import add_dashboard_page
from awards_site.api import make_api
from awards_site.auth.admin import add_users_admin_page
from awards_site.auth.page import add_sign_in_page
from awards_site.core.http.pages import Pages
from awards_site.core.request_client import serve_in_process
from awards_site.nominees.admin import add_nominees_admin_page
from awards_site.nominees.page import add_nominees_page
from awards_site.site.home.page import add_home_page
from awards_site.site.not_found import TITLE as NOT_FOUND
from awards_site.site.not_found import not_found_page
from awards_site.ui.theme import STYLE_SHEETS


def deliver_pages(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what completes the compiled pages."""
    return Pages(app, Path(get_web_dir()) / Dirs.STATIC)


api = make_api()
serve_in_process(api)

app = rx.App(
    api_transformer=[api, deliver_pages],
    stylesheets=STYLE_SHEETS,
    toaster=None,
    head_components=[rx.el.script(src="/request.js", defer=True)],
)
add_home_page(app)
add_nominees_page(app)
app.add_page(not_found_page, route="404", title=NOT_FOUND)
add_sign_in_page(app)
add_dashboard_page(app)
add_nominees_admin_page(app)
add_users_admin_page(app)
