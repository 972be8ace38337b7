"""The management screen of newsletter subscribers."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.features.subscribers.entity import SUBSCRIBER
from awards_site.frontend import react, script
from awards_site.portal.columns import CustomColumn, DateColumn, Row, badge
from awards_site.portal.controls import button_class
from awards_site.portal.gateway import Notices
from awards_site.portal.list_controls import CSV_LIBRARY, export_failed
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.screen import UNDO_HINT, Screen
from awards_site.portal.sign_in.state import Account

_SubscriberExport = react(
    "SubscriberExport",
    script("portal/subscribers/export.jsx"),
    dependencies=[CSV_LIBRARY],
    path=str,
    zone=str,
    on_failed=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)


def _email(row: Row) -> rx.Component:
    return rx.el.span(
        rx.el.span(row["email"], class_name="break-all"),
        rx.cond(row["confirmed"], rx.fragment(), badge("Unconfirmed", "neutral")),
        class_name="flex flex-wrap items-center gap-2",
    )


SUBSCRIBERS = Screen(
    entity=SUBSCRIBER,
    icon="mails",
    group="People",
    columns=(
        CustomColumn("Email", "email", render=_email),
        DateColumn("Date Subscribed", "createdAt"),
    ),
    count_line="Showing {shown} of {total} subscribers",
    notices=Notices.plain("subscriber"),
    delete_warning=f"{{name}} no longer receives the newsletter. {UNDO_HINT}",
    empty="No subscribers found.",
)


class SubscribersAdmin(ManagementScreen, rx.State):
    """The State of the subscribers' screen."""

    screen: ClassVar[Screen] = SUBSCRIBERS
    row_types: ClassVar[Mapping[str, Any]] = {"confirmed": bool}

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {**super()._row(record), "confirmed": record["isConfirmed"]}


def subscribers_admin_page() -> rx.Component:
    # The buttons save the subscribers as CSV, or as JSON as the API has it.
    export = _SubscriberExport.create(
        rx.icon("download", size=16, aria_hidden="true"),
        path=SUBSCRIBERS.export_path,
        zone=Account.time_zone,
        class_name=button_class("quiet"),
        on_failed=export_failed,
    )
    # Nobody is added by hand: the button that the specification names is the main one.
    return management_page(SubscribersAdmin, export=export, create=export)


PAGE = AdminPage(SubscribersAdmin, subscribers_admin_page)
