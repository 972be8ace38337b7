"""The Content Editor: the texts of pages, with their history."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

import reflex as rx

from awards_site.core.database.managed_record import normalize_for_search
from awards_site.core.errors import ApiError, Invalid
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, ContentBlock
from awards_site.core.schemas import as_json
from awards_site.features.content.admin_editor import (
    JsonField,
    block_form,
    live_preview,
    section_editor,
)
from awards_site.features.content.edition import EDITION
from awards_site.features.content.entity import (
    CONTENT_SECTION,
    INVALID_JSON,
    INVALID_JSON_TITLE,
    NAME_AND_IDENTIFIER,
)
from awards_site.features.content.history import ContentHistory
from awards_site.features.content.service import find_replacement, list_blocks
from awards_site.portal.columns import CLAMPED_TEXT, Column, CustomColumn, DateColumn, Row, badge
from awards_site.portal.controls import button, button_class
from awards_site.portal.drafts import RecordDrafts, save_draft_button
from awards_site.portal.fields import Field, VisibleWhen, data_field
from awards_site.portal.gateway import Notice, Notices, run
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.navigation import MENU, AdminNavItem
from awards_site.portal.screen import TRASH_HINT, Form, Screen
from awards_site.portal.table import editable_name, requires_role, row_button, row_link
from awards_site.records.written import Shown
from awards_site.ui.controls import new_tab_link
from awards_site.ui.overlays import menu, menu_action
from awards_site.ui.toasts import notify

_CONTENT = JsonField("content", "Content", make=lambda bound: section_editor(bound, ContentAdmin))
_NEW = VisibleWhen("is_new")
_FIELDS = (
    Field("name", "Name", half=True, visible_when=_NEW),
    Field(
        "identifier",
        "Identifier",
        help="The key a page looks up, such as home.hero.",
        half=True,
        visible_when=_NEW,
    ),
    _CONTENT,
)
_INVALID_FIELDS = "Correct the marked fields and save again."
_ERROR_TITLES = {
    NAME_AND_IDENTIFIER: "Missing required fields",
    INVALID_JSON: INVALID_JSON_TITLE,
    _INVALID_FIELDS: "Some fields are invalid",
}
"""Toast titles by error message."""


def _name(row: Row) -> rx.Component:
    problem = row["problem"]
    return rx.el.div(
        editable_name(
            ContentAdmin,
            row,
            rx.el.span(row["name"], class_name=f"block font-medium {CLAMPED_TEXT}"),
        ),
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
                rx.el.span(problem, class_name=f"min-w-0 text-muted {CLAMPED_TEXT}"),
                class_name="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs",
                custom_attrs={"data-testid": "content-problem"},
            ),
        ),
        class_name="min-w-0",
    )


MENU.append(
    AdminNavItem(
        label=EDITION.name,
        path=f"{CONTENT_SECTION.screen_path}?new={EDITION.identifier}",
        icon="calendar-clock",
        group="Programme",
        permission=CONTENT_SECTION.edited_by,
    )
)

CONTENT = Screen(
    entity=CONTENT_SECTION,
    title="Content Editor",
    icon="file-pen-line",
    has_checklist=False,
    site_path="{path}",
    columns=(
        CustomColumn("Name", "name", render=_name, extra_keys=("problem",)),
        Column("Identifier", "identifier"),
        DateColumn("Last Updated", "updatedAt"),
    ),
    create=Form(
        _FIELDS,
        title="Create Content Section",
        submit="Create Section",
        description="Values set here replace the defaults.",
        wide=True,
    ),
    notices=Notices.plain(
        "content section",
        updated=Notice("Content updated", "{name}"),
        update_failed=Notice("Error updating content", "{message}"),
    ),
    delete_warning=(
        f"{{name}} and its edit history are deleted. Its defaults apply again. {TRASH_HINT}"
    ),
    bulk_delete_notes=("Their defaults apply again.",),
    empty="No content sections found.",
)


class ContentAdmin(ContentHistory, RecordDrafts, rx.State):
    """The State of the Content Editor."""

    screen: ClassVar[Screen] = CONTENT

    offered: list[dict[str, str]] = []
    """The content blocks without a section: `identifier`, `name` and `path` of each."""
    default_texts: list[dict[str, str]] = []
    """The content blocks without a section that match the search."""
    defect: str = ""
    """Why the page does not show the section that is edited; '' when it does."""
    block: dict[str, Any] = {}
    """The `BlockForm` of the dialog's section; empty if no content block has its identifier."""
    is_new: bool = True
    """Whether the section's name and identifier can be typed."""
    section_url: str = ""
    """The URL of the preview of the open form's section; '' if no page shows it."""
    replaced: dict[str, str] = {}
    """What visitors see instead of some texts of the form: `text`, and the `path` of its form."""
    field_errors: list[dict[str, Any]] = []
    """The errors of the form tab submitted last, as `{path, message}`."""

    _section_ids: dict[str, int] = {}
    """The id of each content block's section, 0 for none, by identifier."""
    _block_identifier: str = ""
    """The identifier of `block`, or of a section without one."""
    _tab: str = ""
    """The tab that the browser shows: 'form' or 'json'; '' for a section without a form."""

    @rx.event
    async def open_create(self) -> None:
        """Also lists the content blocks without a section."""
        await self._read_offered()
        self._open("create", {}, self._initial_values())

    @rx.event
    async def start_from(self, identifier: str) -> None:
        """Fill the form with the default texts of a content block."""
        block = CONTENT_BLOCKS.get(identifier)
        if block is not None and self.dialog == "create":
            self._open_new(block, block.default_content)
            await self._load_dialog()

    @rx.event
    async def change_default(self, identifier: str) -> None:
        """Open the form for the section of a content block that has none."""
        block = CONTENT_BLOCKS.get(identifier)
        if block is not None:
            self.offered = []
            self._open_new(block, {})
            await self._load_dialog()

    def _open_linked(self, link: Mapping[str, str], role: str) -> rx.event.EventSpec | None:
        """Opens the form of a content block, too, at `?new=` and its identifier."""
        section_id = self._section_ids.get(link.get("new", ""))
        if section_id is None or role not in self.screen.write_roles:
            return super()._open_linked(link, role)
        self._linked_field = link.get("field", "")
        state = type(self)
        return state.open_edit(section_id) if section_id else state.change_default(link["new"])

    @rx.event
    async def choose_tab(self, tab: str) -> None:
        self._tab = tab

    def _open_new(self, block: ContentBlock[Any], content: dict[str, Any]) -> None:
        record = {"name": block.name, "identifier": block.identifier, "content": content}
        self._open("create", {}, self._to_inputs(record))

    async def _open_record(self, record_id: int) -> None:
        await super()._open_record(record_id)
        await self._load_dialog()

    async def _load_dialog(self) -> None:
        """Reads what visitors see instead of some texts of the form."""
        await super()._load_dialog()
        block = CONTENT_BLOCKS.get(self._block_identifier)
        if block is None or (by := block.replaced_by) is None:
            return
        try:
            shown = await run(find_replacement, block)
        except ApiError:
            # The help of the fields says in general when they are shown.
            return
        fields = [each["label"] for each in self.block["fields"] if getattr(shown, each["key"], "")]
        if shown and fields:
            self.replaced = {
                "text": f"{' and '.join(fields)}: visitors see those of the {by.label}"
                f" '{shown.display_name}' instead, as long as it is shown.",
                "label": f"Edit the {by.label}",
                "path": by.edit_path.format(id=shown.id),
            }

    def _opened(self) -> None:
        """Shows why the page ignores the section, if it does, and its form, if it has one."""
        super()._opened()
        self.section_url = self._tab = ""
        self.replaced, self.field_errors = {}, []
        is_edited = self.dialog == "edit"
        self.defect = (is_edited and self._record.get("problem")) or ""
        # Restored values may have another identifier than the section.
        record = self._record if is_edited else self.values
        self._block_identifier = record.get("identifier", "")
        block = CONTENT_BLOCKS.get(self._block_identifier)
        self.is_new = not is_edited and block is None
        self.block = asdict(block_form(block)) if block else {}
        if not self.is_new:
            name = f"Name: {record['name']} \u00b7 Identifier: {self._block_identifier}"
            self.form_description = name if is_edited else f"{name}. {self.form_description}"
        if block is EDITION:
            self.form_title, self.submit_label = block.name, "Save"
            self.block["has_json"] = False
        if block and block.page:
            self.section_url = f"/api/admin/content-preview#{block.anchor}"

    def _open_preview(self, record: Mapping[str, Any], path: str, values: str) -> None:
        """Scrolls to the section on its page."""
        super()._open_preview(record, path, values)
        block = CONTENT_BLOCKS.get(record["identifier"])
        if block and block.anchor:
            self.preview_url += f"#{block.anchor}"

    async def _reload(self) -> rx.event.EventSpec | None:
        """Also lists the content blocks without a section."""
        event = await super()._reload()
        if self.phase == "ready" and self._is_on_its_screen:
            await self._read_offered()
        return event

    async def _read_offered(self) -> None:
        try:
            blocks = await run(list_blocks)
        except ApiError:
            # The screen works without them, and shows the error on saving if it persists.
            blocks = []
        self._section_ids = {each.identifier: each.section_id or 0 for each in blocks}
        self.offered = [
            each.model_dump(include={"identifier", "name", "path"})
            for each in blocks
            if each.section_id is None
        ]
        search = normalize_for_search(self.router.url.query_parameters.get("search", "")).strip()
        self.default_texts = [
            each
            for each in self.offered
            if search in normalize_for_search(f"{each['name']}\n{each['identifier']}")
        ]

    async def _save(self, form: Form, form_data: Mapping[str, Any]) -> Shown[Any] | None:
        """Refuses invalid texts of the form tab; the API would store them."""
        self.field_errors = self._errors_of_form_tab(form_data)
        if self.field_errors:
            raise Invalid({_CONTENT.name: _INVALID_FIELDS})
        if self._saves_draft and form is self.screen.create:
            form = await self._create_empty(form, form_data)
        return await super()._save(form, form_data)

    async def _create_empty(self, form: Form, form_data: Mapping[str, Any]) -> Form:
        """Create the section without texts, which leaves its page as it is, and edit it."""
        values = self._from_inputs(form, form_data)
        created = await self._create({**values, "content": {}})
        self._record, self._etag = as_json(created.record), created.tag
        self.record_name, self.dialog, self.is_public = values["name"], "edit", True
        assert self.screen.update is not None
        return self.screen.update

    def _errors_of_form_tab(self, form_data: Mapping[str, Any]) -> list[dict[str, Any]]:
        block = CONTENT_BLOCKS.get(self._block_identifier)
        content = _CONTENT.from_input(form_data.get(_CONTENT.name))
        if self._tab != "form" or block is None or not isinstance(content, dict):
            return []
        return [
            {"path": list(each.path), "message": each.message} for each in block.errors(content)
        ]

    def _keeps_dialog_open(self, saved: Mapping[str, Any]) -> bool:
        return saved["problem"] is not None

    def _validation_toast(self, error: ApiError) -> rx.event.EventSpec | None:
        """Shows a toast for missing fields and for invalid JSON."""
        title = _ERROR_TITLES.get(error.message)
        return notify(title, error.message, destructive=True) if title else None


def _starting_points() -> rx.Component:
    return rx.cond(
        ContentAdmin.dialog == "create",
        rx.cond(
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
                    "flex flex-none flex-wrap items-center justify-between gap-3 border-b"
                    " border-line bg-ground/60 px-5 py-3 sm:px-6"
                ),
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
                "The defaults apply until you fix this: ",
                rx.el.span(ContentAdmin.defect),
            ),
            role="alert",
            class_name=(
                "flex flex-none gap-3 border-b border-line bg-danger/5 px-5 py-3 text-sm"
                " text-danger sm:px-6"
            ),
            custom_attrs={"data-testid": "saved-with-problem"},
        ),
    )


def _replaced() -> rx.Component:
    """Return the note about texts that visitors do not see."""
    return rx.cond(
        ContentAdmin.replaced,
        rx.el.div(
            rx.el.p(ContentAdmin.replaced["text"], class_name="min-w-0 flex-1 basis-64"),
            new_tab_link(
                ContentAdmin.replaced["label"],
                href=ContentAdmin.replaced["path"],
                class_name=button_class("quiet"),
            ),
            role="note",
            aria_label="Texts that are not shown",
            class_name=(
                "flex flex-none flex-wrap items-center gap-3 border-b border-line bg-gold/10 px-5"
                " py-3 text-sm sm:px-6"
            ),
        ),
    )


def _default_texts() -> rx.Component:
    return rx.cond(
        ContentAdmin.default_texts,
        rx.el.section(
            rx.el.h2("Default texts", class_name="font-display text-xl font-semibold"),
            rx.el.p(
                "These texts of pages have not been changed yet.",
                class_name="mt-1 text-sm text-muted",
            ),
            rx.el.ul(
                rx.foreach(ContentAdmin.default_texts, _default_text),
                class_name="mt-3 rounded-xl border border-line bg-white",
            ),
            aria_label="Default texts",
            class_name="mt-8",
        ),
    )


def _default_text(block: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.span(block["name"], class_name="font-medium"),
            rx.el.span(block["identifier"], class_name="text-muted"),
            badge("Default", "neutral"),
            class_name="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1",
        ),
        row_link(block, "path", f"View {block['name']} on the site", "external-link"),
        button(
            "Change texts",
            rx.el.span(" of ", block["name"], class_name="sr-only"),
            on_click=ContentAdmin.change_default(block["identifier"]),
            disabled=requires_role(CONTENT.write_roles),
        ),
        class_name=(
            "flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-2"
            " text-sm last:border-b-0 max-md:px-4"
        ),
        custom_attrs={"data-testid": "default-texts"},
    )


def _history_button(row: Row) -> rx.Component:
    return row_button(
        ContentAdmin,
        row,
        "history",
        f"History of {row['display_name']}",
        ContentAdmin.open_history(row["id"]),
        disabled=requires_role(CONTENT.write_roles),
    )


def content_admin_page() -> rx.Component:
    return management_page(
        ContentAdmin,
        actions=lambda row: [_history_button(row)],
        below=(_default_texts(),),
        above_form=(_starting_points(), _defect(), _replaced()),
        beside_form=live_preview(ContentAdmin.section_url),
        form_buttons=[
            rx.el.input(
                type="checkbox",
                checked=ContentAdmin.is_new,
                read_only=True,
                hidden=True,
                custom_attrs={"data-field": data_field(_NEW.name)},
            ),
            rx.cond(
                (ContentAdmin.dialog == "create") & (ContentAdmin.section_url != ""),
                save_draft_button(ContentAdmin),
            ),
        ],
    )


PAGE = AdminPage(ContentAdmin, content_admin_page)
