"""The management screen of nominees."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from awards_site.core import clock
from awards_site.core.database.filters import ListParams
from awards_site.core.database.pagination import Page
from awards_site.features.embargoes.entity import EMBARGO, EmbargoPublic, hidden_until
from awards_site.features.nominees.entity import (
    EmbargoedContent,
    NomineeCategory,
    NomineeView,
    unrevealed,
)
from awards_site.features.nominees.kits import ARCHIVE, FILES, file_label, read_texts
from awards_site.features.nominees.service import NOMINEE, end_own_embargo
from awards_site.frontend import script
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
from awards_site.portal.controls import LABEL, Variant, button, button_class, icon_button
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
from awards_site.portal.gateway import Notice, Notices, api_handler, failing, run
from awards_site.portal.history import RecordHistory
from awards_site.portal.inputs import ChoicesField, RecordField
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.parts import Parts, RowEntry
from awards_site.portal.previews import new_link, working_links
from awards_site.portal.record_list import ListQuery
from awards_site.portal.screen import (
    FilterField,
    Form,
    Question,
    RowAction,
    Screen,
)
from awards_site.records.use_cases import read_list
from awards_site.reflex_patches.components import js_function
from awards_site.ui.controls import link
from awards_site.ui.overlays import dialog, dialog_body


def nominee_field(label: str = "Nominee", **options: Any) -> RecordField:
    return RecordField(
        "nomineeId", label, entity=NOMINEE, detail_keys=("title", "company", "year"), **options
    )


def reveal_actions(act: Callable[[int], Awaitable[object]], results: str) -> dict[str, RowAction]:
    """Return the row action that ends the embargo of a record by its id.

    Rows have `isActive` if they can end it now. `results` precedes the name of the record.
    """
    return {
        "reveal": RowAction(
            act,
            Notice("Results revealed", "{name}"),
            Notice("The results could not be revealed", "{message}"),
            label="Reveal now: {name}",
            entry="Reveal now",
            icon="lock-keyhole-open",
            shown_by="isActive",
            question=Question(
                "Reveal the results now?",
                f"Visitors will see {results} {{name}} at once, unless another embargo hides them."
                " {note}This cannot be undone for visitors who have seen them.",
                "Reveal now",
            ),
        )
    }


def time_until_reveal(instant: rx.Var[str] | str, over: str) -> rx.Component:
    """Return the countdown to an ISO 8601 time, or `over` once that is past."""
    return TimeLeft.create(target=instant, over=over, class_name="tabular-nums")


_NO_KIT = Notice("The kit could not be read", "{message}")
_LINK_HINT = "Whoever has it sees a page with these files and texts."

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
    icon="award",
    group="Programme",
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
    row_actions=reveal_actions(lambda key: run(end_own_embargo, key), "the results of"),
    notices=Notices.success_and_error("nominee"),
)


class NomineesAdmin(RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the nominees' screen."""

    screen: ClassVar[Screen] = NOMINEES
    row_types: ClassVar[Mapping[str, Any]] = {"revealInstant": str, "isActive": bool}

    kit_texts: dict[str, str] = {}
    kits_year: int = 0
    """The last edition of the listed nominees."""

    _embargoes: list[EmbargoPublic] = []
    """The embargoes of editions and categories."""

    async def _read_page(self, query: ListQuery) -> Page[Any]:
        page = await super()._read_page(query)
        if any(map(_has_results, page.items)):
            self._embargoes = await run(read_list, EMBARGO, ListParams())
        self.kits_year = max((each.year for each in page.items), default=0)
        return page

    @classmethod
    def parts(cls) -> Parts:
        kit = RowEntry("gift", "Kit", "Kit of {name}", cls.open_kit, "published")
        return super().parts() + Parts(row_entries=[kit])

    @api_handler
    async def open_kit(self, record_id: int) -> None:
        record = self._records.get(record_id)
        if record is None or self.busy_row:
            return
        with failing(_NO_KIT, record["name"]):
            self.kit_texts = await run(read_texts, record_id)
        self._open("kit", record, {})
        self.preview_id, self.preview_name, self.preview_link = record_id, record["name"], ""
        self._link_kind = "kit"
        await self._read_links()

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds when her results are revealed, and whether a time of her own hides them."""
        instant, own = self._reveal_instant(record), record["revealAt"]
        is_active = bool(instant and own) and datetime.fromisoformat(own) > clock.now()
        return {**super()._row(record), "revealInstant": instant, "isActive": is_active}

    def _reveal_instant(self, record: Mapping[str, Any]) -> str:
        """Return when visitors will see the results of a nominee, or '' if they do."""
        values = NomineeView.from_json(record).model_dump()
        last = hidden_until(values, self._embargoes) if unrevealed(values) else None
        return last.isoformat() if last and last > clock.now() else ""


def _has_results(nominee: NomineeView) -> bool:
    return bool(nominee.is_winner or nominee.is_finalist or nominee.embargoed_content)


def _embargo_badge(row: Row) -> rx.Component:
    instant = row["revealInstant"]
    return rx.cond(
        instant != "",
        rx.el.span(
            "Results ",
            time_until_reveal(instant, over="are public"),
            title="Visitors do not see all of her results before that",
            class_name=f"{badge_class('gold')} inline! rounded-lg! whitespace-normal!",
        ),
    )


def _kit_dialog() -> rx.Component:
    path = f"/api/nominees/{NomineesAdmin.record_id}/kit"
    return dialog(
        dialog_body(
            rx.el.div(
                rx.el.img(src=f"{path}/badge.svg", alt="", class_name="size-28 max-sm:mx-auto"),
                rx.el.div(
                    _download("All files as ZIP", f"{path}/{ARCHIVE}", "primary"),
                    *(_download(file_label(name), f"{path}/{name}") for name in FILES),
                    class_name="flex flex-1 flex-wrap gap-2",
                ),
                class_name="flex flex-col gap-5 sm:flex-row sm:items-center",
            ),
            rx.el.div(
                button(
                    rx.icon("link", size=15),
                    "Copy a link for her",
                    on_click=NomineesAdmin.make_preview_link,
                ),
                new_link(NomineesAdmin, "Kit link", _LINK_HINT),
                working_links(NomineesAdmin, "Kit link"),
                class_name="mt-6 grid justify-items-start gap-2",
            ),
            rx.el.ul(
                rx.foreach(NomineesAdmin.kit_texts, _kit_text), class_name="mt-6 grid gap-4 text-sm"
            ),
        ),
        title="Kit",
        description=f"{NomineesAdmin.record_name}, as visitors see her now. What is under embargo"
        " comes in when it is revealed.",
        open=NomineesAdmin.dialog == "kit",
        on_close=NomineesAdmin.close,
        testid="kit-dialog",
    )


def _download(label: str, url: str, variant: Variant = "quiet") -> rx.Component:
    icon = rx.icon("download", size=15)
    return link(icon, label, href=url, download="", class_name=button_class(variant))


def _kit_text(each: rx.Var[tuple[str, str]]) -> rx.Component:
    label, text = each[0], each[1]
    copy = js_function("copy", script("overlays/clipboard.js"))
    return rx.el.li(
        rx.el.div(
            rx.el.p(label, class_name=LABEL),
            rx.el.p(text, class_name="text-muted wrap-anywhere"),
            class_name="min-w-0 flex-1",
        ),
        icon_button(
            "copy",
            f"Copy: {label}",
            on_click=copy.partial(text, "Copied", "This could not be copied", label),
        ),
        class_name="flex items-start gap-3",
    )


def nominees_admin_page() -> rx.Component:
    year = NomineesAdmin.kits_year
    return management_page(
        NomineesAdmin,
        tools=[rx.cond(year > 0, _download(f"Kits {year}", f"/api/nominees/year/{year}/kits"))],
        dialogs=[_kit_dialog()],
    )


PAGE = AdminPage(NomineesAdmin, nominees_admin_page)
