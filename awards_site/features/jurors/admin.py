"""The management screen of jurors."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.features.jurors import links
from awards_site.features.jurors.admin_jury import JURY_ITEM, add_jury_page
from awards_site.features.jurors.entity import JUROR
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.portal.columns import Column, NumberColumn
from awards_site.portal.controls import button_class
from awards_site.portal.fields import EmailField, Field, NumberField, SwitchField
from awards_site.portal.gateway import Notice, Notices, run, sent_notice
from awards_site.portal.inputs import ChoicesField
from awards_site.portal.layout import screen_link
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.screen import UNDO_HINT, FilterField, Form, Question, RowAction, Screen

_FIELDS = (
    Field("name", "Name", half=True),
    EmailField("email", "Email", help="A new address ends the link of the former.", half=True),
    ChoicesField("categories", "Categories", choices=NomineeCategory, help="Whom she judges."),
    NumberField("year", "Edition", help="The current one by default.", half=True),
    SwitchField(
        "isActive", "Active", help="The link of an inactive juror ends, and her scores still count."
    ),
)

JURORS = Screen(
    entity=JUROR,
    icon="scale",
    group="Programme",
    columns=(
        Column("Name", "name", "email"),
        Column("Categories", "labels", sort_key="name"),
        Column("Scored", "progress", sort_key="name", placement="status"),
        Column("Link", "link", sort_key="linkSentAt"),
        NumberColumn("Year", "year"),
    ),
    filter_fields=(FilterField("Year", "year"),),
    create=Form(_FIELDS, description="She gets her link when you send it."),
    row_actions={
        "send_link": RowAction(
            lambda key: run(links.send_link, key),
            success_toast=sent_notice("Link sent"),
            error_toast=Notice("The link was not sent", "{message}"),
            label="Send the link to {name}",
            entry="Send the link",
            icon="send",
            shown_by="isActive",
        ),
        "revoke_link": RowAction(
            lambda key: run(links.revoke_link, key),
            success_toast=Notice("Link revoked", "{name} can no longer score."),
            error_toast=Notice("The link was not revoked", "{message}"),
            label="Revoke the link of {name}",
            entry="Revoke the link",
            icon="link-2-off",
            shown_by="hasLink",
            question=Question(
                "Revoke the link?",
                "The link of {name} ends at once on all devices. Her scores are kept.",
                "Revoke",
                variant="danger",
            ),
        ),
    },
    delete_warning="{name} and all of her scores are deleted. To keep the scores, edit her and"
    f" switch off 'Active' instead. {UNDO_HINT}",
    notices=Notices.plain("juror"),
    empty="There are no jurors. Each of them scores the nominees of her categories by a private"
    " link.",
    no_results="No jurors found",
)


class JurorsAdmin(ManagementScreen, rx.State):
    """The State of the jurors' screen."""

    screen: ClassVar[Screen] = JURORS
    row_types: ClassVar[Mapping[str, Any]] = {"isActive": bool, "hasLink": bool}

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **super()._row(record),
            "isActive": record["isActive"],
            "hasLink": record["link"] == "Sent",
        }

    def _show_first(self, *_records: dict[str, Any]) -> None:
        """New jurors stay in their place, which tells their progress."""


def jurors_admin_page() -> rx.Component:
    classes = button_class()
    ranking = screen_link(
        rx.icon("trophy", size=16), "Jury", href=JURY_ITEM.path, class_name=classes
    )
    return management_page(JurorsAdmin, tools=[ranking])


PAGE = AdminPage(JurorsAdmin, jurors_admin_page, add_jury_page)
