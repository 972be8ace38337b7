"""The composition root: the app, its pages and the mounted API."""

import reflex as rx

from awards_site.admin.dashboard import Dashboard
from awards_site.admin.layout import META, page_title
from awards_site.admin.page import dashboard_page
from awards_site.api import make_api
from awards_site.auth.account import ADMIN, Account
from awards_site.auth.admin import USERS, UsersAdmin, users_admin_page
from awards_site.auth.page import sign_in_page
from awards_site.core.request_client import serve_in_process
from awards_site.nominees.admin import NOMINEES, NomineesAdmin, nominees_admin_page
from awards_site.ui import paths
from awards_site.ui.theme import STYLE_SHEETS

api = make_api()
serve_in_process(api)

app = rx.App(
    api_transformer=api,
    stylesheets=STYLE_SHEETS,
    toaster=None,
    head_components=[rx.el.script(src="/request.js", defer=True)],
)
app.add_page(
    sign_in_page,
    route=paths.SIGN_IN,
    title=page_title("Sign in"),
    meta=META,
    on_load=Account.pass_sign_in,
)
app.add_page(
    dashboard_page,
    route=ADMIN,
    title=page_title("Dashboard"),
    meta=META,
    on_load=[Account.load, Dashboard.load],
)
app.add_page(
    nominees_admin_page,
    route=NOMINEES.path,
    title=page_title(NOMINEES.title),
    meta=META,
    on_load=[Account.load, NomineesAdmin.load],
)
app.add_page(
    users_admin_page,
    route=USERS.path,
    title=page_title(USERS.title),
    meta=META,
    on_load=[Account.load, UsersAdmin.load],
)
