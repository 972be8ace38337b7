"""What a management screen shows: heading, search, table or what stands in its place, dialogs."""

from collections.abc import Callable

import reflex as rx

from awards_site.admin.controls import INPUT, button
from awards_site.admin.dialogs import delete_dialog, form_dialog
from awards_site.admin.layout import admin_page
from awards_site.admin.management import ManagementScreen
from awards_site.admin.table import loading_rows, table
from awards_site.auth.account import Account
from awards_site.ui.unlisted import add_unlisted_page


def management_page(state: type[ManagementScreen]) -> rx.Component:
    """Return the whole page of a management screen."""
    return admin_page(
        rx.el.div(
            _heading(state),
            _toolbar(state),
            rx.el.div(
                _records(state),
                class_name="mt-4 rounded-xl border border-line bg-white",
            ),
            form_dialog(state),
            delete_dialog(state),
            custom_attrs={"data-testid": f"{state.screen.plural}-screen"},
        ),
        state.screen.path,
    )


def add_management_page(
    app: rx.App, state: type[ManagementScreen], page: Callable[[], rx.Component]
) -> None:
    """Add a management screen's page to the app."""
    add_unlisted_page(
        app,
        page,
        route=state.screen.path,
        name=state.screen.title,
        on_load=[Account.load, state.load],
    )


def _heading(state: type[ManagementScreen]) -> rx.Component:
    return rx.el.header(
        rx.el.h1(state.screen.title, class_name="font-display text-3xl font-semibold"),
        button(
            rx.icon("plus", size=16, aria_hidden="true"),
            state.screen.create.title,
            look="primary",
            on_click=state.open_create,
        ),
        class_name="flex flex-wrap items-center justify-between gap-3",
    )


def _toolbar(state: type[ManagementScreen]) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.icon(
                "search",
                size=16,
                aria_hidden="true",
                class_name="pointer-events-none absolute top-3 left-3 text-muted",
            ),
            rx.el.input(
                type="search",
                aria_label=state.screen.search_label,
                placeholder=state.screen.search_label,
                default_value=state.search_text,
                on_change=state.search.debounce(150),
                class_name=f"{INPUT} pl-9",
            ),
            class_name="relative w-full sm:max-w-sm",
        ),
        rx.el.p(
            rx.cond(
                state.phase == "ready",
                rx.cond(
                    state.searching,
                    f"{state.shown} of {state.total}",
                    f"{state.total} in total",
                ),
                "",
            ),
            role="status",
            class_name="text-sm text-muted tabular-nums",
        ),
        class_name="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2",
    )


def _records(state: type[ManagementScreen]) -> rx.Component:
    return rx.match(
        state.phase,
        ("ready", rx.cond(state.shown > 0, table(state), _empty(state))),
        ("failed", _failed(state)),
        ("withheld", _message("This list is shown to administrators only.", "lock")),
        loading_rows(),
    )


def _empty(state: type[ManagementScreen]) -> rx.Component:
    return _message(
        state.screen.empty,
        "search-x",
        rx.cond(
            state.searching,
            rx.el.p("Try adjusting your search query.", class_name="text-sm text-muted"),
        ),
    )


def _failed(state: type[ManagementScreen]) -> rx.Component:
    return rx.el.div(
        _message(
            state.screen.load_error,
            "cloud-off",
            rx.el.p(state.problem, class_name="text-sm text-muted"),
            button("Try Again", on_click=state.retry),
        ),
        role="alert",
    )


def _message(text: str, icon: str, *more: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.icon(icon, size=26, aria_hidden="true", class_name="text-gold-ink"),
        rx.el.p(text, class_name="font-medium"),
        *more,
        class_name="grid justify-items-center gap-2 px-6 py-16 text-center",
    )
