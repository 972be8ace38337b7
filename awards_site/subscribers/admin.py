"""The management screen of newsletter subscribers."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.lists.cells import Row, badge
from awards_site.admin.lists.columns import CustomColumn, DateColumn
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.pages.management_page import management_page
from awards_site.admin.screens.notices import Notices
from awards_site.admin.screens.screen import UNDO_HINT, Screen
from awards_site.subscribers.export import subscriber_export
from awards_site.subscribers.models import SubscriberPublic


def _email(row: Row) -> rx.Component:
    return rx.el.span(
        rx.el.span(row["email"].to(str), class_name="break-all"),
        rx.cond(row["confirmed"].to(bool), rx.fragment(), badge("Unconfirmed", "neutral")),
        class_name="flex flex-wrap items-center gap-2",
    )


SUBSCRIBERS = Screen(
    path="/admin/subscribers",
    label="subscriber",
    record=SubscriberPublic,
    list_path="/api/admin/subscriptions",
    columns=(
        CustomColumn("Email", "email", render=_email),
        DateColumn("Date Subscribed", "createdAt"),
    ),
    count_line="Showing {shown} of {total} subscribers",
    title_key="email",
    selects=True,
    imports=True,
    notices=Notices.plain("subscriber"),
    delete_warning=f"{{name}} no longer receives the newsletter. {UNDO_HINT}",
    empty="No subscribers found.",
)


class SubscribersAdmin(ManagementScreen, rx.State):
    """The State of the subscribers' screen."""

    screen: ClassVar[Screen] = SUBSCRIBERS

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {**super()._row(record), "confirmed": record["isConfirmed"]}


def subscribers_admin_page() -> rx.Component:
    return management_page(
        SubscribersAdmin,
        export=subscriber_export(f"{SUBSCRIBERS.list_path}/export"),
    )
