"""The account page: the user's details, second factors and sessions."""

import reflex as rx

from awards_site.admin.account.panels import account_panel
from awards_site.admin.account.second_factors import SecondFactors
from awards_site.admin.account.second_factors_panel import second_factors_panel
from awards_site.admin.account.sessions import OwnSessions, sessions_panel
from awards_site.admin.controls import button
from awards_site.admin.layout.page import admin_page
from awards_site.admin.layout.settings_dialog import account_details, open_settings
from awards_site.admin.navigation import ACCOUNT
from awards_site.admin.sign_in.state import Account
from awards_site.ui.pages.noindex import add_noindex_page


def _account_page() -> rx.Component:
    return admin_page(
        rx.el.div(
            rx.el.h1(ACCOUNT.label, class_name="font-display text-3xl font-semibold"),
            rx.el.div(
                account_panel(
                    "Details",
                    account_details("mt-4"),
                    action=button("Change password", on_click=open_settings()),
                    testid="details",
                ),
                second_factors_panel(),
                sessions_panel(),
                class_name="mt-6 grid max-w-4xl gap-4",
            ),
            custom_attrs={"data-testid": "account-page"},
        ),
        ACCOUNT.path,
    )


def add_account_page(app: rx.App) -> None:
    add_noindex_page(
        app,
        _account_page,
        route=ACCOUNT.path,
        name=ACCOUNT.label,
        on_load=[Account.load, SecondFactors.load, OwnSessions.load],
    )
