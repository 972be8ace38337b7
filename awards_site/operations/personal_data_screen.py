"""The screen of personal data, and its endpoints.

All are POST requests, so that the email address is in no URL and no log.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import reflex as rx
from fastapi import APIRouter

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.request_client import request_client
from awards_site.core.schemas import Schema, response_schema
from awards_site.core.validation import Email
from awards_site.operations import personal_data
from awards_site.portal.controls import button, pending_button
from awards_site.portal.dialogs import cancel_button
from awards_site.portal.fields import EmailField
from awards_site.portal.gateway import Events, Notice, api_handler, failing
from awards_site.portal.inputs import InvalidFocus, labelled_input
from awards_site.portal.layout import admin_page
from awards_site.portal.navigation import nav_item_at
from awards_site.portal.sign_in.state import Account
from awards_site.ui.overlays import DialogRoot, alert_dialog_content
from awards_site.ui.pages import add_noindex_page
from awards_site.ui.toasts import notify

router = APIRouter(
    prefix="/admin/personal-data",
    tags=["personal data"],
    dependencies=[allow(Permission.MANAGE_PERSONAL_DATA, recent=True)],
)


class Person(Schema):
    """The person that a request is about."""

    email: Annotated[str, Email()]


@response_schema
class PersonalRecord(Schema):
    """A record that is stored about a person; `record_type` is its kind: 'contact message'."""

    record_type: str
    id: int
    created_at: datetime


@router.post("/search", response_model=list[PersonalRecord])
def search(person: Person, session: ReadSession) -> list[PersonalRecord]:
    """List the stored data of a person, which `erase` would delete."""
    counter.count(Action.READ, personal_data.RECORD_TYPE)
    return [
        PersonalRecord(record_type=label, id=record.id, created_at=record.created_at)
        for label, record in personal_data.find(session, person.email)
    ]


@router.post("/export")
def export(person: Person) -> Mapping[str, list[dict[str, Any]]]:
    """Return all that is stored about a person: lists of records by their kind."""
    with writing() as session:
        return personal_data.export(session, person.email)


@router.post("/erase")
def erase(person: Person) -> Mapping[str, int]:
    """Delete all that is stored about a person for good; return the numbers by kind."""
    return personal_data.erase(person.email)


PATH = "/admin/personal-data"
EMAIL = EmailField("email", "Email address", half=True)
_PANEL = "rounded-xl border border-line bg-white p-5 sm:p-6"


class PersonalData(rx.State):
    """The State of the screen."""

    email: str = ""
    """The email address of the person that is shown; empty before the first search."""
    records: list[dict[str, str]] = []
    """What is stored about the person: `kind` and `date`."""
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
        found = await self._post("search", email)
        self.email = email
        self.records = [
            {"kind": each["recordType"], "date": format_datetime(each["createdAt"])}
            for each in found
        ]

    @api_handler
    async def export(self) -> Events:
        """Download all that is stored about the person as JSON."""
        self.pending = "export"
        yield None
        exported = await self._post("export", self.email)
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
        erased = await self._post("erase", self.email)
        self.records, self.confirming = [], False
        yield notify("Personal data erased", _records(sum(erased.values())))

    async def _post(self, action: str, email: str) -> Any:
        path = f"/api/admin/personal-data/{action}"
        with failing(Notice("Request failed", "{message}"), fields={EMAIL.name}):
            return (await request_client(self).request("POST", path, {"email": email})).json()


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
            rx.el.h1(nav_item_at(PATH).label, class_name="font-display text-3xl font-semibold"),
            rx.el.p(
                "Find, export or erase what the site stores about a person: messages,"
                " subscriptions, sent email, and deleted records that can still be restored.",
                class_name="mt-2 max-w-2xl text-sm text-muted text-pretty",
            ),
            _search_form(),
            rx.cond(PersonalData.email != "", _found()),
            _question(),
        ),
        PATH,
    )


def add_personal_data_page(app: rx.App) -> None:
    add_noindex_page(
        app,
        personal_data_page,
        route=PATH,
        name=nav_item_at(PATH).label,
        on_load=[Account.load, PersonalData.load],
    )
