"""The management screen of the running order, and the speaker's view of it."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.core import paths
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.features.running_order.entity import RUNNING_ORDER
from awards_site.frontend import react, script
from awards_site.portal.arrangement import RecordArrangement
from awards_site.portal.columns import Column, LabelColumn, NumberColumn
from awards_site.portal.controls import button_class
from awards_site.portal.fields import Field, NumberField, SelectField, TextAreaField
from awards_site.portal.gateway import Notices
from awards_site.portal.history import RecordHistory
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.screen import Form, Screen
from awards_site.ui.controls import external_link
from awards_site.ui.theme import FontPreload

_FIELDS = (
    Field("title", "Item", help="For example, Welcome, Dinner, or Award for Technology."),
    NumberField("durationMinutes", "Duration", help="In minutes.", half=True),
    SelectField("category", "Award", half=True, choices=NomineeCategory, empty_label="No award"),
    Field("presenter", "Presenter"),
    TextAreaField("notes", "Notes", help="All staff read them: name no winner here."),
)

RUNNING_ORDER_SCREEN = Screen(
    entity=RUNNING_ORDER,
    title="Running Order",
    label="item",
    icon="list-ordered",
    group="Programme",
    columns=(
        Column("Time", "time", sort_key="displayOrder", placement="status"),
        Column("Item", "title", "presenter"),
        NumberColumn("Minutes", "durationMinutes"),
        LabelColumn("Award", "category", choices=NomineeCategory),
        NumberColumn("Year", "year"),
    ),
    create=Form(_FIELDS, description="It becomes the last item; 'Arrange' moves it."),
    notices=Notices.plain("item"),
)


class RunningOrderAdmin(RecordArrangement, RecordHistory, rx.State):
    """The State of the running order's screen."""

    screen: ClassVar[Screen] = RUNNING_ORDER_SCREEN

    @rx.var
    def year_query(self) -> str:
        """The query of the year by which the list is filtered, or ''."""
        year = self.router.url.query_parameters.get("year", "")
        return f"&year={year}" if year.isascii() and year.isdecimal() else ""

    def _order_note(self, record: Mapping[str, Any]) -> str:
        return f"{record['durationMinutes']} min"

    def _show_first(self, *_records: dict[str, Any]) -> None:
        """New items stay in their place, which tells their time."""


_SPEAKER = f"{RUNNING_ORDER.screen_path}/speaker"
_SpeakerView = react(
    "SpeakerView", script("portal/running_order/speaker.jsx"), button=str, categories=dict[str, str]
)


def running_order_admin_page() -> rx.Component:
    links = (("Speaker view", "smartphone", "one"), ("Print view", "printer", "all"))
    tools = [
        external_link(
            rx.icon(icon, size=16),
            label,
            href=f"{_SPEAKER}?view={view}" + RunningOrderAdmin.year_query,
            class_name=button_class(),
        )
        for label, icon, view in links
    ]
    edition = {"href": f"{paths.ADMIN}/content?new=edition", "class_name": "text-plum underline"}
    beginning = rx.el.p(
        "Times begin with the gala, or at 0:00 until its time is in the ",
        rx.el.a("settings of the edition", **edition),
        ".",
        class_name="mt-4 text-sm text-muted",
    )
    return management_page(RunningOrderAdmin, tools=tools, below=(beginning,))


def speaker_page() -> rx.Component:
    view = _SpeakerView.create(button=button_class(), categories=NomineeCategory.labels())
    return rx.fragment(FontPreload.create(), view)


def add_speaker_page(app: rx.App) -> None:
    app.add_page(speaker_page, route=_SPEAKER, title="Running Order")


PAGE = AdminPage(RunningOrderAdmin, running_order_admin_page, add_speaker_page)
