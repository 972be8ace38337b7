"""The dashboard's page."""

import reflex as rx

from awards_site.admin.dashboard import Dashboard, dashboard
from awards_site.admin.layout import admin_page
from awards_site.auth.account import ADMIN, Account
from awards_site.ui.unlisted import add_unlisted_page


def dashboard_page() -> rx.Component:
    """Return the page at /admin."""
    return admin_page(dashboard(), ADMIN)


def add_dashboard_page(app: rx.App) -> None:
    """Add the dashboard to the app."""
    add_unlisted_page(
        app,
        dashboard_page,
        route=ADMIN,
        name="Dashboard",
        on_load=[Account.load, Dashboard.load],
    )
