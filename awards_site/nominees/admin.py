"""The management screen of nominees."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.fields.field_types import (
    DateTimeField,
    Field,
    NumberField,
    SelectField,
    SwitchField,
    TextAreaField,
    UrlField,
)
from awards_site.admin.fields.schedule import publication_fields
from awards_site.admin.fields.upload_fields import UploadField
from awards_site.admin.forms.checkbox_list import choices_field
from awards_site.admin.lists.cells import Row, badge_class
from awards_site.admin.lists.columns import (
    PUBLISHED,
    AvatarColumn,
    Badge,
    BadgesColumn,
    Column,
    LabelColumn,
    NumberColumn,
)
from awards_site.admin.ordering.arrangement import RecordArrangement
from awards_site.admin.pages.management_page import management_page
from awards_site.admin.screens.notices import Notices
from awards_site.admin.screens.query import ListQuery
from awards_site.admin.screens.screen import (
    CHANGED_BY_FILTER,
    IMAGE_FILTER,
    SCHEDULE_FILTER,
    STATUS_FILTER,
    YEAR_FILTER,
    FilterField,
    Form,
    Screen,
)
from awards_site.admin.versions.drafts import RecordDrafts
from awards_site.admin.versions.history import RecordHistory
from awards_site.core import clock
from awards_site.core.request_client import request_client
from awards_site.nominees.admin_reveal import (
    ACTION,
    ResultsReveal,
    reveal_action,
    reveal_button,
    reveal_dialog,
    time_until_reveal,
)
from awards_site.nominees.models import (
    EmbargoedContent,
    EmbargoPublic,
    NomineeCategory,
    NomineeCreate,
    NomineeUpdate,
)
from awards_site.nominees.view import NomineeView
from awards_site.resources.staff_lists import StaffPage

_FIELDS = (
    Field("name", "Name", half=True),
    Field("title", "Title", help="For example, Founder & CEO", half=True),
    Field("company", "Company"),
    SelectField("category", "Category", half=True, choices=NomineeCategory),
    NumberField("year", "Year", half=True),
    TextAreaField("bio", "Bio"),
    TextAreaField("achievements", "Achievements"),
    UploadField(
        "imageUrl",
        "Image URL",
        help="JPG, PNG, GIF or WEBP, at most 5MB. Portraits are shown upright, 4:5.",
        upload_path="/api/uploads/nominee-image",
    ),
    UrlField("linkedinUrl", "LinkedIn URL", half=True),
    UrlField("websiteUrl", "Website URL", half=True),
    SwitchField("isFinalist", "Finalist", help="A winner is shown as a winner alone."),
    SwitchField("isWinner", "Winner"),
    *publication_fields(),
    DateTimeField(
        "revealAt",
        "Reveal results at",
        help="Until then, visitors see neither Finalist nor Winner. Blank: when the embargo of her"
        " edition ends, or at once. The later of both counts.",
        half=True,
    ),
    NumberField(
        "displayOrder",
        "Display order",
        help="Lower comes first within an edition, and equal ones by name.",
        half=True,
    ),
    choices_field(
        "embargoedContent",
        "Reveal with the results",
        EmbargoedContent,
        help_text="Until the results are revealed, visitors see her page without these. To hide her"
        " name, too, set 'Publish at'.",
    ),
)

NOMINEES = Screen(
    path="/admin/nominees",
    label="nominee",
    has_checklist=True,
    record=NomineeView,
    list_path="/api/nominees",
    site_path="{path}",
    columns=(
        AvatarColumn("Name", "name", image="image", max_initials=2),
        Column("Title and Company", "title", secondary_key="company"),
        LabelColumn("Category", "category", choices=NomineeCategory),
        NumberColumn("Year", "year"),
        BadgesColumn(
            "Status",
            "isPublished",
            badges=(
                PUBLISHED,
                Badge("isFinalist", "Finalist", "gold"),
                Badge("isWinner", "Winner", "plum"),
            ),
            more=lambda row: _embargo_badge(row),
        ),
    ),
    filter_fields=(
        STATUS_FILTER,
        FilterField.of_choices("Category", "category", NomineeCategory),
        YEAR_FILTER,
        IMAGE_FILTER,
        FilterField("Embargo", "embargo", {"hidden": "Under embargo"}),
        SCHEDULE_FILTER,
        CHANGED_BY_FILTER,
    ),
    exports=True,
    imports=True,
    selects=True,
    bulk_fields=("category", "year"),
    order_group="year",
    create=Form(
        NomineeCreate, _FIELDS, description="She appears on the site as soon as she is published."
    ),
    update=Form(NomineeUpdate, _FIELDS, method="PATCH"),
    row_actions={ACTION: reveal_action("/api/nominees/{id}", {"revealAt": None})},
    notices=Notices.success_and_error("nominee"),
)


class NomineesAdmin(ResultsReveal, RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the nominees' screen."""

    screen: ClassVar[Screen] = NOMINEES

    reveal_instant: str = ""
    """When visitors will see the results of the form's nominee, or '' if they do."""

    _embargoes: list[EmbargoPublic] = []
    """The embargoes of editions and categories."""

    async def _read_page(self, query: ListQuery) -> StaffPage[dict[str, Any]]:
        page = await super()._read_page(query)
        if any(map(_has_results, page.items)):
            found = await request_client(self).read("/api/admin/embargoes")
            self._embargoes = [EmbargoPublic.from_json(each) for each in found]
        return page

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds when her results are revealed, and whether a time of her own hides them."""
        instant, own = self._reveal_instant(record), record["revealAt"]
        is_active = bool(instant and own) and datetime.fromisoformat(own) > clock.now()
        return {**super()._row(record), "revealInstant": instant, "isActive": is_active}

    def _open(
        self, dialog: str, record: dict[str, Any], values: dict[str, Any], etag: str = ""
    ) -> None:
        super()._open(dialog, record, values, etag)
        listed = self._records.get(record.get("id", 0))
        self.reveal_instant = self._reveal_instant(listed) if listed else ""

    def _reveal_instant(self, record: Mapping[str, Any]) -> str:
        """Return when visitors will see the results of a nominee, or '' if they do."""
        nominee = NomineeView.from_json(record)
        times = [
            each.reveal_at
            for each in self._embargoes
            if each.covers(nominee.year, nominee.category)
        ]
        last = max([*times, *([nominee.reveal_at] if nominee.reveal_at else [])], default=None)
        is_hidden = last is not None and last > clock.now() and _has_results(record)
        return last.isoformat() if last and is_hidden else ""


def _has_results(record: Mapping[str, Any]) -> bool:
    """Return whether an embargo hides something of a nominee."""
    return bool(record["isWinner"] or record["isFinalist"] or record["embargoedContent"])


def _embargo_badge(row: Row) -> rx.Component:
    instant = row["revealInstant"].to(str)
    return rx.cond(
        instant != "",
        rx.el.span(
            "Results ",
            time_until_reveal(instant, over="are public"),
            title="Visitors do not see her results yet",
            class_name=f"{badge_class('gold')} inline! rounded-lg! whitespace-normal!",
        ),
    )


def _embargo_note() -> rx.Component:
    return rx.cond(
        NomineesAdmin.reveal_instant != "",
        rx.el.p(
            "Visitors see her results ",
            time_until_reveal(NomineesAdmin.reveal_instant, over="now"),
            ".",
            role="note",
            class_name="flex-none border-b border-line bg-gold/10 px-5 py-3 text-sm sm:px-6",
        ),
    )


def nominees_admin_page() -> rx.Component:
    return management_page(
        NomineesAdmin,
        actions=lambda row: [reveal_button(NomineesAdmin, row)],
        above_form=[_embargo_note()],
        dialogs=[reveal_dialog(NomineesAdmin, "the results of")],
    )
