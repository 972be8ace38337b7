"""The management screen of embargoes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

import reflex as rx

from awards_site.core import clock
from awards_site.core.database.filters import ListParams
from awards_site.core.presentation.texts import listed
from awards_site.features.embargoes import service
from awards_site.features.embargoes.admin_reveal import add_reveal_page
from awards_site.features.embargoes.entity import EMBARGO
from awards_site.features.nominees.admin import (
    NOMINEES,
    reveal_actions,
    time_until_reveal,
)
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.features.nominees.service import EMBARGO_FILTER, NOMINEE
from awards_site.portal.columns import Column, CustomColumn, DateTimeColumn
from awards_site.portal.fields import DateTimeField, NumberField, SelectField
from awards_site.portal.gateway import Notice, Notices, api_handler, failing, run
from awards_site.portal.history import RecordHistory
from awards_site.portal.inputs import Visibility
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.screen import UNDO_HINT, Form, Screen
from awards_site.records.use_cases import read_list

_REVEAL_AT = DateTimeField(
    "revealAt",
    "Reveal results at",
    help="Until then, visitors see neither Finalist nor Winner. A later time of a nominee or of"
    " another embargo counts instead.",
)
_FIELDS = (
    NumberField("year", "Edition", help="The year of the nominees.", half=True),
    SelectField(
        "category", "Category", half=True, choices=NomineeCategory, empty_label="All categories"
    ),
    _REVEAL_AT,
)
_NO_EDITION = Notice("The settings of the edition could not be read", "{message}")


EMBARGOES = Screen(
    entity=EMBARGO,
    icon="lock-keyhole",
    group="Programme",
    title_key="name",
    columns=(
        Column("Results of", "name", sort_key="year"),
        DateTimeColumn("Reveal at", "revealAt", placement="detail", seconds=True),
        CustomColumn(
            "Time left",
            "id",
            sort_key="revealAt",
            placement="status",
            render=lambda row: rx.el.div(
                time_until_reveal(row["revealInstant"], over="Results are public"),
                rx.el.p(row["effect"], class_name="text-muted"),
            ),
        ),
    ),
    create=Form(
        _FIELDS,
        description="Enter the results afterwards. Until the time comes, only staff see them.",
    ),
    row_actions=reveal_actions(
        lambda key: run(service.end_embargo, key), "the winners and finalists of"
    ),
    empty="There are no embargoes. One hides the winners and finalists of an edition, or of one of"
    " its categories, until the time that you set.",
    no_results="No embargoes found",
    delete_warning=UNDO_HINT,
    notices=Notices.plain("embargo"),
)


class EmbargoesAdmin(RecordHistory, rx.State):
    """The State of the embargoes' screen."""

    screen: ClassVar[Screen] = EMBARGOES
    row_types: ClassVar[Mapping[str, Any]] = {"revealInstant": str, "isActive": bool, "effect": str}

    @api_handler
    async def open_create(self) -> None:
        """Open a form that hides the current edition's results until the gala."""
        with failing(_NO_EDITION):
            edition = await run(service.read_edition)
        gala = edition.gala_at
        is_ahead = gala is not None and gala > clock.now()
        reveal_at = _REVEAL_AT.to_input(gala) if is_ahead else ""
        default = {"year": str(edition.year), "revealAt": reveal_at}
        self._open("create", {}, {**self._initial_values(), **default})

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds what it hides, and the instant that the time left is counted to, if it is ahead."""
        instant, hides, revealed = record["revealAt"], record["hides"], record["revealed"]
        results = f"{hides} {'result' if hides == 1 else 'results'}" if hides else "nothing"
        return {
            **super()._row(record),
            "revealInstant": instant,
            "isActive": datetime.fromisoformat(instant) > clock.now(),
            "effect": f"Hides {results} now"
            + (f", {revealed} revealed by hand" if revealed else ""),
        }

    def _show_first(self, *records: dict[str, Any]) -> None:
        """Show what the list says of new embargoes, such as what they hide."""
        listed = [self._records[each["id"]] for each in records if each["id"] in self._records]
        super()._show_first(*listed)

    async def _note_on(self, record: Mapping[str, Any]) -> str:
        """Names the nominees who have a later time of their own."""
        query = {EMBARGO_FILTER: "hidden", "year": str(record["year"])}
        query |= {"category": record["category"]} if record["category"] else {}
        found = await run(read_list, NOMINEE, ListParams(query=query))
        own_times = ((each.name, each.reveal_at) for each in found.items)
        names = [name for name, time in own_times if time and time > clock.now()]
        who = listed(names, len(names))
        return f"{who} will stay hidden because of 'Reveal results at'. " if names else ""


def embargoes_admin_page() -> rx.Component:
    return management_page(
        EmbargoesAdmin,
        below=(_hidden_nominees(),),
        form_buttons=[Visibility.create(time_zone=EmbargoesAdmin.time_zone)],
    )


def _hidden_nominees() -> rx.Component:
    return rx.el.p(
        "A nominee can have a time of her own, in her form. ",
        rx.el.a(
            "Show all nominees under embargo",
            href=f"{NOMINEES.path}?embargo=hidden",
            class_name="text-plum underline underline-offset-2",
        ),
        class_name="mt-4 text-sm text-muted",
    )


PAGE = AdminPage(EmbargoesAdmin, embargoes_admin_page, add_reveal_page)
