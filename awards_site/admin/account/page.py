"""The account page: the user's details, second factors and sessions."""

import reflex as rx

from awards_site.admin.account.second_factors import SecondFactors
from awards_site.admin.account.second_factors_panel import second_factors_panel
from awards_site.admin.account.sessions import OwnSessions, sessions_panel
from awards_site.admin.account.settings import account_details, open_settings
from awards_site.admin.account.state import Account
from awards_site.admin.controls import button
from awards_site.admin.layout import admin_page
from awards_site.admin.navigation import ACCOUNT
from awards_site.ui.pages.noindex import add_noindex_page


def _account_page() -> rx.Component:
    return admin_page(
        rx.el.div(
            rx.el.h1(ACCOUNT.label, class_name="font-display text-3xl font-semibold"),
            rx.el.div(
                rx.el.section(
                    rx.el.div(
                        rx.el.h2("Details", id="details", class_name="text-base font-semibold"),
                        button("Change password", on_click=open_settings()),
                        class_name="flex flex-wrap items-start justify-between gap-4",
                    ),
                    account_details("mt-4"),
                    aria_labelledby="details",
                    class_name="rounded-xl border border-line bg-white p-5 sm:p-6",
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
