"""The composition root: the app, its pages and the mounted API."""

import reflex as rx

from awards_site.api import make_api
from awards_site.core.request_client import serve_in_process
from awards_site.nominees.page import add_nominees_page
from awards_site.site.home.page import add_home_page
from awards_site.site.not_found import add_not_found_page
from awards_site.ui.theme import STYLE_SHEETS

api = make_api()
serve_in_process(api)

app = rx.App(api_transformer=api, stylesheets=STYLE_SHEETS, toaster=None, html_lang="en")
# Without its connection the site stays readable, and lists and forms say themselves what failed:
# no blinking sign of Reflex's own is needed, nor its 3 KB of script.
del app.app_wraps[5, "Overlay"]
add_home_page(app)
add_nominees_page(app)
add_not_found_page(app)
