"""The management screen of nominees."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from awards_site.core import clock
from awards_site.core.request_client import request_client
from awards_site.features.nominees.entity import (
    EmbargoedContent,
    EmbargoPublic,
    NomineeCategory,
    NomineeView,
)
from awards_site.features.nominees.service import NOMINEE
from awards_site.portal.arrangement import RecordArrangement
from awards_site.portal.columns import (
    PUBLISHED,
    AvatarColumn,
    Badge,
    BadgesColumn,
    Column,
    LabelColumn,
    NumberColumn,
    Row,
    TimeLeft,
    badge_class,
)
from awards_site.portal.controls import button
from awards_site.portal.dialogs import cancel_button
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    DateTimeField,
    Field,
    NumberField,
    SelectField,
    SwitchField,
    TextAreaField,
    UploadField,
    UrlField,
    publication_fields,
)
from awards_site.portal.gateway import Notice, Notices, api_handler, failing
from awards_site.portal.history import RecordHistory
from awards_site.portal.inputs import ChoicesField, RecordField
from awards_site.portal.management_page import management_page
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.query import ListQuery
from awards_site.portal.screen import (
    FilterField,
    Form,
    RowAction,
    Screen,
)
from awards_site.portal.table import row_button
from awards_site.records.staff_lists import StaffPage
from awards_site.ui.overlays import DialogRoot, alert_dialog_content


def nominee_field(label: str = "Nominee", help: str = "", *, half: bool = False) -> RecordField:  # noqa: A002
    """Return the field of a nominee's id, with a search for nominees."""
    return RecordField(
        "nomineeId",
        label,
        help=help,
        half=half,
        record_label="nominee",
        list_path="/api/nominees",
        item_path="/api/nominees/{id}",
        detail_keys=("title", "company", "year"),
    )


ACTION = "reveal"
"""The screen's row action, and the name of its dialog."""
_FAILED = Notice("The results could not be revealed", "{message}")


class ResultsReveal(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Rows have `revealInstant`, an ISO 8601 time or '', and `isActive` if they can end it now."""

    still_hidden: str = ""
    """Who stays hidden after the embargo of the dialog, as a sentence and a space, or ''."""

    @api_handler
    async def open_reveal(self, record_id: int) -> None:
        """Ask whether the results are to be revealed."""
        record = self._records.get(record_id)
        if record is None:
            return
        with failing(_FAILED, str(record[self.screen.title_key])):
            self.still_hidden = await self._describe_still_hidden(record)
        self._open(ACTION, record, {})

    @rx.event
    async def reveal(self, record_id: int) -> rx.event.EventSpec | None:
        """End the embargo of the dialog now."""
        if self.dialog != ACTION or not self._is_shown(record_id):
            return None
        self._reset_dialog()
        return type(self).run_row_action(record_id, ACTION)

    async def _describe_still_hidden(self, _record: dict[str, Any]) -> str:
        """Return a sentence and a space on who stays hidden, or ''. Screens may override this."""
        return ""


def reveal_action(path: str, body: dict[str, object] | None = None) -> RowAction:
    """Return the row action that ends an embargo by a request to `path`."""
    return RowAction(
        "PATCH" if body else "POST",
        path,
        Notice("Results revealed", "{name}"),
        _FAILED,
        body,
    )


def time_until_reveal(instant: rx.Var[str] | str, over: str) -> rx.Component:
    """Return the countdown to an ISO 8601 time, or `over` once that is past."""
    return TimeLeft.create(target=instant, over=over, class_name="tabular-nums")


def reveal_button(state: type[ResultsReveal], row: Row) -> rx.Component:
    """Return the button of a row that asks whether its results are to be revealed."""
    return rx.cond(
        row["isActive"].to(bool),
        row_button(
            state,
            row,
            "lock-keyhole-open",
            f"Reveal now: {row['display_name'].to(str)}",
            state.open_reveal(row["id"].to(int)),
        ),
    )


def reveal_dialog(state: type[ResultsReveal], results: str) -> rx.Component:
    """Return the question; `results` precedes the name of the record."""
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            button("Reveal now", variant="primary", on_click=state.reveal(state.record_id)),
            title="Reveal the results now?",
            description=rx.Var.create(f"Visitors will see {results} ")
            + state.record_name
            + " at once, unless another embargo hides them. "
            + state.still_hidden
            + "This cannot be undone for visitors who have seen them.",
            testid="reveal-dialog",
        ),
        open=state.dialog == ACTION,
        on_close=state.close,
    )


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
    ChoicesField(
        "embargoedContent",
        "Reveal with the results",
        choices=EmbargoedContent,
        help="Until the results are revealed, visitors see her page without these. To hide her"
        " name, too, set 'Publish at'.",
    ),
)

NOMINEES = Screen(
    entity=NOMINEE,
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
    filter_fields=(FilterField("Embargo", "embargo", {"hidden": "Under embargo"}),),
    create=Form(_FIELDS, description="She appears on the site as soon as she is published."),
    update=Form(_FIELDS),
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
