"""The screen of personal data."""

import json
from typing import Any, TypeVar

import reflex as rx

from awards_site.accounts.callers import UseCase
from awards_site.accounts.permissions import Permission
from awards_site.core.presentation.texts import format_datetime
from awards_site.operations import personal_data
from awards_site.operations.personal_data import Person
from awards_site.portal.controls import button, pending_button
from awards_site.portal.dialogs import cancel_button
from awards_site.portal.fields import EmailField
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.inputs import InvalidFocus, labelled_input
from awards_site.portal.layout import add_admin_page, admin_page
from awards_site.portal.navigation import AdminNavItem
from awards_site.records.versions import validated
from awards_site.ui.overlays import DialogRoot, alert_dialog_content
from awards_site.ui.toasts import notify

T = TypeVar("T")

_ITEM = AdminNavItem(
    label="Personal Data",
    path="/admin/personal-data",
    icon="fingerprint",
    group="People",
    permission=Permission.MANAGE_PERSONAL_DATA,
)
EMAIL = EmailField("email", "Email address", half=True)
_PANEL = "rounded-xl border border-line bg-white p-5 sm:p-6"


class PersonalData(rx.State):
    """The State of the screen."""

    email: str = ""
    """The email address of the person that is shown; empty before the first search."""
    records: list[dict[str, str]] = []
    """The records about the person: `kind` and `date`."""
    errors: dict[str, str] = {}
    """Validation errors by field."""
    pending: str = ""
    """The action in progress: 'search', 'export' or 'erase'."""
    confirming: bool = False
    """Whether the dialog asks to confirm the erasure."""

    @rx.event
    async def load(self) -> None:
        self.reset()

    @api_handler
    async def search(self, form_data: dict[str, Any]) -> Events:
        """List the stored data of the person with the email address in the form."""
        email = str(form_data.get(EMAIL.name, "")).strip()
        self.errors = {}
        self.pending = "search"
        yield None
        found = await self._run(personal_data.list_stored, email)
        self.email = email
        self.records = [
            {"kind": each.record_type, "date": format_datetime(each.created_at)} for each in found
        ]

    @api_handler
    async def export(self) -> Events:
        """Download all that is stored about the person as JSON."""
        self.pending = "export"
        yield None
        exported = await self._run(personal_data.export_stored, self.email)
        text = json.dumps(exported, indent=2, ensure_ascii=False)
        yield rx.download(data=text, filename="personal-data.json")

    @rx.event
    async def confirm(self) -> None:
        self.confirming = True

    @rx.event
    async def cancel(self) -> None:
        self.confirming = False

    @api_handler
    async def erase(self) -> Events:
        """Delete all that is stored about the person for good."""
        if self.pending:
            return
        self.pending = "erase"
        yield None
        erased = await self._run(personal_data.erase_stored, self.email)
        self.records, self.confirming = [], False
        yield notify("Personal data erased", _records(sum(erased.values())))

    async def _run(self, use_case: UseCase[[Person], T], email: str) -> T:
        with failing(Notice("Request failed", "{message}"), fields={EMAIL.name}):
            return await run(use_case, validated({"email": email}, Person))


def _records(count: int) -> str:
    return f"{count} {'record was' if count == 1 else 'records were'} permanently deleted."


def _search_form() -> rx.Component:
    return rx.el.form(
        labelled_input(
            EMAIL, rx.Var.create(""), PersonalData.errors.get(EMAIL.name, ""), required=True
        ),
        pending_button("Find", "Finding...", PersonalData.pending == "search", type="submit"),
        InvalidFocus.create(errors=PersonalData.errors),
        on_submit=PersonalData.search,
        no_validate=True,
        class_name=f"{_PANEL} mt-5 grid items-end gap-4 sm:grid-cols-[1fr_auto]",
    )


def _found() -> rx.Component:
    return rx.el.section(
        rx.el.h2(
            rx.cond(
                PersonalData.records,
                f"Stored about {PersonalData.email}",
                f"Nothing is stored about {PersonalData.email}",
            ),
            id="found-heading",
            class_name="text-base font-semibold",
        ),
        rx.cond(
            PersonalData.records,
            rx.fragment(
                rx.el.ul(
                    rx.foreach(PersonalData.records, _record),
                    class_name="mt-3 divide-y divide-line border-y border-line",
                ),
                rx.el.div(
                    pending_button(
                        "Export as JSON",
                        "Exporting...",
                        PersonalData.pending == "export",
                        variant="quiet",
                        on_click=PersonalData.export,
                    ),
                    button("Erase...", variant="danger", on_click=PersonalData.confirm),
                    class_name="mt-5 flex flex-wrap gap-2",
                ),
            ),
        ),
        role="status",
        aria_labelledby="found-heading",
        class_name=f"{_PANEL} mt-4",
    )


def _record(record: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.span(record["kind"], class_name="font-medium first-letter:uppercase"),
        rx.el.span(record["date"], class_name="text-muted tabular-nums"),
        class_name="flex flex-wrap justify-between gap-x-6 py-2.5 text-sm *:inline-block",
    )


def _question() -> rx.Component:
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            pending_button(
                "Erase",
                "Erasing...",
                PersonalData.pending == "erase",
                variant="danger",
                on_click=PersonalData.erase,
            ),
            title="Erase this person's data?",
            description=(
                f"Everything listed about {PersonalData.email} is permanently deleted. Unlike other"
                " deletions, this one cannot be undone."
            ),
            testid="erase-dialog",
        ),
        open=PersonalData.confirming,
        on_close=PersonalData.cancel,
    )


def personal_data_page() -> rx.Component:
    return admin_page(
        rx.el.div(
            rx.el.h1(_ITEM.label, class_name="font-display text-3xl font-semibold"),
            rx.el.p(
                "Find, export or erase what the site stores about a person: messages,"
                " subscriptions, sent email, and deleted records that can still be restored.",
                class_name="mt-2 max-w-2xl text-sm text-muted text-pretty",
            ),
            _search_form(),
            rx.cond(PersonalData.email != "", _found()),
            _question(),
        ),
        _ITEM,
    )


def add_personal_data_page(app: rx.App) -> None:
    add_admin_page(app, personal_data_page, _ITEM, PersonalData.load)
