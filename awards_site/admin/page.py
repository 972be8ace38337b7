"""The dashboard's page."""

import reflex as rx

from awards_site.admin.dashboard import dashboard
from awards_site.admin.layout import admin_page
from awards_site.auth.account import ADMIN


def dashboard_page() -> rx.Component:
    """Return the page at /admin."""
    return admin_page(dashboard(), ADMIN)
