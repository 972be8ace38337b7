"""The Content Editor: sections of JSON, with their history (docs/rules/admin-content.md)."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.forms.fields import Field
from awards_site.admin.lists.cells import CLAMPED_TEXT, Row
from awards_site.admin.lists.columns import Column, CustomColumn, DateColumn
from awards_site.admin.screens.management_page import management_page
from awards_site.admin.screens.notices import Notice, Notices
from awards_site.admin.screens.screen import TRASH_HINT, Form, Screen
from awards_site.auth.permissions import Permission, roles_with
from awards_site.content.history import ContentHistory, content_history_dialog
from awards_site.content.json_editor import JsonField
from awards_site.content.models import (
    INVALID_JSON,
    NAME_AND_IDENTIFIER,
    ContentSectionCreate,
    ContentSectionStaff,
    ContentSectionUpdate,
)
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from awards_site.core.request_client import RequestError, request_client
from awards_site.ui.overlays.menu import menu, menu_action
from awards_site.ui.overlays.toasts import notify

_CONTENT = JsonField("content", "Content")
_FIELDS = (
    Field("name", "Name", half=True),
    Field(
        "identifier", "Identifier", help="The key a page looks up, such as home.hero.", half=True
    ),
    _CONTENT,
)
_ERROR_TITLES = {NAME_AND_IDENTIFIER: "Missing required fields", INVALID_JSON: "Invalid JSON"}
"""Toast titles by the API's error message."""


def _name(row: Row) -> rx.Component:
    problem = row["problem"].to(str)
    return rx.el.div(
        rx.el.div(row["name"].to(str), class_name=f"font-medium break-words {CLAMPED_TEXT}"),
        rx.cond(
            problem != "",
            rx.el.div(
                rx.el.span(
                    rx.icon("triangle-alert", size=13),
                    "Not shown",
                    class_name=(
                        "inline-flex flex-none items-center gap-1 rounded-full bg-danger/10 px-2"
                        " py-0.5 font-medium whitespace-nowrap text-danger"
                    ),
                ),
                rx.el.span(problem, class_name=f"min-w-0 break-words text-muted {CLAMPED_TEXT}"),
                class_name="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs",
                custom_attrs={"data-testid": "content-problem"},
            ),
        ),
        class_name="min-w-0",
    )


CONTENT = Screen(
    path="/admin/content",
    label="content section",
    record=ContentSectionStaff,
    list_path="/api/content",
    item_path="/api/admin/content/{id}",
    columns=(
        CustomColumn("Name", "name", render=_name, extra_keys=("problem",)),
        Column("Identifier", "identifier"),
        DateColumn("Last Updated", "updatedAt"),
    ),
    create=Form(
        ContentSectionCreate,
        _FIELDS,
        title="Create Content Section",
        submit="Create Section",
        description="Values set here replace the page's default texts.",
        wide=True,
    ),
    update=Form(ContentSectionUpdate, _FIELDS),
    notices=Notices.plain(
        "content section",
        updated=Notice("Content updated", "{name}"),
        update_failed=Notice("Error updating content", "{message}"),
    ),
    delete_warning=(
        "{name} and its edit history are deleted. Its page shows its default texts again."
        f" {TRASH_HINT}"
    ),
    empty="No content sections found.",
    write_roles=roles_with(Permission.EDIT_CONTENT),
    delete_roles=roles_with(Permission.DELETE_CONTENT),
)


class ContentAdmin(ContentHistory, rx.State):
    """The State of the Content Editor."""

    screen: ClassVar[Screen] = CONTENT

    offered: list[dict[str, str]] = []
    """While creating: the content blocks without a section, with `identifier` and `name`."""
    defect: str = ""
    """Why the page does not show the section that is edited; '' when it does."""

    @rx.event
    async def open_create(self) -> None:
        """Also lists the content blocks without a section."""
        try:
            sections = await request_client(self).read([CONTENT.list_path])
        except RequestError:
            # The form works without them, and shows the error on saving if it persists.
            free: list[str] = []
        else:
            free = sorted(CONTENT_BLOCKS.keys() - {section["identifier"] for section in sections})
        self._open("create", {}, self._initial_values())
        self.offered = [{"identifier": each, "name": CONTENT_BLOCKS[each].name} for each in free]

    @rx.event
    async def start_from(self, identifier: str) -> None:
        """Fill the form with the default texts of a content block."""
        fixed = CONTENT_BLOCKS.get(identifier)
        if fixed is None or self.dialog != "create":
            return
        content = fixed.default.model_dump(mode="json", by_alias=True, round_trip=True)
        record = {"name": fixed.name, "identifier": identifier, "content": content}
        offered = self.offered
        self._open("create", {}, self._to_inputs(record))
        self.offered = offered

    def _reset_dialog(self) -> None:
        super()._reset_dialog()
        self.offered = []
        self.defect = ""

    def _open(
        self, dialog: str, record: dict[str, Any], values: dict[str, Any], etag: str = ""
    ) -> None:
        """Shows why the page ignores the section, if it does."""
        super()._open(dialog, record, values, etag)
        self.defect = (dialog == "edit" and record["problem"]) or ""

    def _keeps_dialog_open(self, saved: Mapping[str, Any]) -> bool:
        """Keep the dialog open if the page ignores the saved section."""
        return saved["problem"] is not None

    def _validation_toast(self, error: RequestError) -> rx.event.EventSpec | None:
        """Shows a toast for missing fields and for invalid JSON."""
        title = _ERROR_TITLES.get(error.message)
        return notify(title, error.message, destructive=True) if title else None


def _starting_points() -> rx.Component:
    return rx.cond(
        ContentAdmin.offered,
        rx.el.div(
            rx.el.p(
                "Start from the texts of a page that has no section yet.",
                class_name="text-sm text-muted",
            ),
            menu(
                rx.foreach(ContentAdmin.offered, _starting_point),
                trigger=button("Choose a page's texts", rx.icon("chevron-down", size=15)),
                testid="registered-identifiers",
            ),
            class_name=(
                "flex flex-none flex-wrap items-center justify-between gap-3 border-b border-line"
                " bg-ground/60 px-5 py-3 sm:px-6"
            ),
        ),
    )


def _starting_point(offered: rx.Var[dict[str, str]]) -> rx.Component:
    identifier = offered["identifier"]
    return menu_action(
        f"{offered['name']} ({identifier})", "file-pen-line", ContentAdmin.start_from(identifier)
    )


def _defect() -> rx.Component:
    """Return the alert for a section that its page ignores."""
    return rx.cond(
        ContentAdmin.defect != "",
        rx.el.div(
            rx.icon("triangle-alert", size=18, class_name="mt-0.5 flex-none"),
            rx.el.p(
                rx.el.strong("Saved, but not shown. ", class_name="font-semibold"),
                "The page shows its default texts until you fix this: ",
                rx.el.span(ContentAdmin.defect, class_name="break-words"),
            ),
            role="alert",
            class_name=(
                "flex flex-none gap-3 border-b border-line bg-danger/5 px-5 py-3 text-sm"
                " text-danger sm:px-6"
            ),
            custom_attrs={"data-testid": "saved-with-problem"},
        ),
    )


def content_admin_page() -> rx.Component:
    return management_page(
        ContentAdmin,
        above_form=(_starting_points(), _defect()),
        history=content_history_dialog(ContentAdmin),
    )
