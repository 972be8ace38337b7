"""The dashboard's page."""

import reflex as rx

from awards_site.admin.dashboard import Dashboard, dashboard
from awards_site.admin.layout import admin_page
from awards_site.auth.account import Account
from awards_site.core import paths
from awards_site.ui.noindex import add_noindex_page


def dashboard_page() -> rx.Component:
    return admin_page(dashboard(), paths.ADMIN)


def add_dashboard_page(app: rx.App) -> None:
    add_noindex_page(
        app,
        dashboard_page,
        route=paths.ADMIN,
        name="Dashboard",
        on_load=[Account.load, Dashboard.load],
    )
