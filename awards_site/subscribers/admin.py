"""The management screen of newsletter subscribers."""

from typing import ClassVar

import reflex as rx

from awards_site.admin.lists.columns import Column, DateColumn
from awards_site.admin.management import ManagementScreen
from awards_site.admin.management_page import management_page
from awards_site.admin.notices import Notices
from awards_site.admin.screen import UNDO_HINT, Screen
from awards_site.subscribers.csv_export import csv_export
from awards_site.subscribers.models import SubscriberPublic

SUBSCRIBERS = Screen(
    path="/admin/subscribers",
    label="subscriber",
    record=SubscriberPublic,
    list_path="/api/admin/subscriptions",
    columns=(Column("Email", "email"), DateColumn("Date Subscribed", "createdAt")),
    count_line="Showing {shown} of {total} subscribers",
    title_key="email",
    notices=Notices.plain("subscriber"),
    delete_warning=f"{{name}} no longer receives the newsletter. {UNDO_HINT}",
    empty="No subscribers found.",
)


class SubscribersAdmin(ManagementScreen, rx.State):
    """The State of the subscribers' screen."""

    screen: ClassVar[Screen] = SUBSCRIBERS


def subscribers_admin_page() -> rx.Component:
    return management_page(
        SubscribersAdmin,
        tools=(
            csv_export(
                f"{SUBSCRIBERS.list_path}/export",
                "subscribers",
                {"Email": "email", "Date Subscribed": "createdAt"},
                dates=("createdAt",),
            ),
        ),
    )
