"""The preview of a record's page in a dialog, and the links by which others see it."""

import json
from collections.abc import Mapping
from typing import Any

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.core.presentation.texts import format_datetime
from awards_site.frontend import react, script
from awards_site.portal.controls import INPUT, button, button_class
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run
from awards_site.portal.history import DELETED_ACCOUNT
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.parts import Parts, RowEntry
from awards_site.records.sharing import list_links, make_link, revoke_link
from awards_site.ui.controls import external_link
from awards_site.ui.overlays import dialog
from awards_site.ui.toasts import notify

_LINK_HINT = "preview-link-hint"
_SCRIPT = script("portal/versions/preview_frame.jsx")
PREVIEW_TOGGLE = (
    "min-h-9 cursor-pointer rounded-md px-3 text-sm font-semibold text-muted hover:bg-ground"
    " aria-pressed:bg-ground aria-pressed:text-ink focus-visible:outline-plum"
)


class RecordPreviews(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """A management screen whose records are previewed on their public pages."""

    preview_url: str = ""
    """The URL of the open preview; '' if it is closed."""
    preview_values: str = ""
    """The input that the preview shows, as JSON; '' for what is stored."""
    preview_name: str = ""
    """The name of the previewed record."""
    preview_page: str = ""
    """The path of its public page, if it has one."""
    preview_id: int = 0
    """The id of the previewed record; 0 for a new one, to whose preview no link can be made."""
    preview_link: str = ""
    """The link that was made last; '' for none."""
    preview_links: list[dict[str, str]] = []
    """The links that work, with `id` and `text`."""

    _link_kind: str = "preview"
    """What the links of the open dialog lead to."""

    previewed_input: dict[str, Any] = {}
    """The input of the form that the preview shows; empty for what is stored."""

    @classmethod
    def parts(cls) -> Parts:
        own = Parts(
            row_entries=[
                RowEntry("monitor-smartphone", "Preview", "Preview {name}", cls.open_preview)
            ],
            windows=[(cls.preview_url != "", cls.close_preview({}))],
        )
        return own + super().parts()

    @api_handler
    async def open_preview(self, record_id: int) -> None:
        record = self._records.get(record_id)
        if record is None or self.busy_row:
            return
        self._show_preview(record, "")
        await self._read_links()

    @api_handler
    async def preview_form(self, form_data: dict[str, Any]) -> None:
        """Show the page of the form's record with the input."""
        form = self._form
        if form is None:
            return
        values = self._from_inputs(form, form_data)
        if form is self.screen.create:
            self._open_preview(values, self.screen.collection_path, json.dumps(values))
            return
        self._show_preview(self._records.get(self._record["id"], self._record), json.dumps(values))
        self.previewed_input = form_data
        await self._read_links()

    @rx.event
    async def close_preview(self, _form_data: dict[str, Any]) -> None:
        self._close_preview()

    @api_handler
    async def make_preview_link(self) -> None:
        """Make a link to the preview, which the browser copies."""
        if not self.preview_id:
            return
        not_shared = Notice(f"The {self._link_kind} link could not be made", "{message}")
        with failing(not_shared, self.preview_name):
            made = await run(make_link, self._entity, self.preview_id, is_kit=self._is_of_kit)
        self.preview_link = made.url
        await self._read_links()

    @api_handler
    async def revoke_preview_link(self, link_id: str) -> Events:
        not_revoked = Notice(f"The {self._link_kind} link could not be revoked", "{message}")
        with failing(not_revoked, self.preview_name, then=self._read_links):
            await run(
                revoke_link, self._entity, self.preview_id, int(link_id), is_kit=self._is_of_kit
            )
        self.preview_link = ""
        yield notify(f"{self._link_kind.capitalize()} link revoked", self.preview_name)
        await self._read_links()

    def _close_preview(self) -> None:
        self.preview_url = self.preview_values = self.preview_link = ""
        self.preview_links = []
        self.previewed_input = {}
        self.preview_id = 0

    def _show_preview(self, record: dict[str, Any], values: str) -> None:
        self._open_preview(record, f"{self.screen.collection_path}/{record['id']}", values)
        self.preview_id = int(record["id"])
        self.preview_page = self._page_of(record)

    def _open_preview(self, record: Mapping[str, Any], path: str, values: str) -> None:
        self.preview_name = str(record[self.screen.title_key] or f"New {self.screen.label}")
        self.preview_id = 0
        self.preview_page = self.preview_link = ""
        self.preview_links = []
        self.previewed_input = {}
        self.preview_values = values
        self._link_kind = "preview"
        self.preview_url = f"{path}/preview"

    @property
    def _is_of_kit(self) -> bool:
        return self._link_kind == "kit"

    async def _read_links(self) -> None:
        not_read = Notice(f"The {self._link_kind} links could not be read", "{message}")
        with failing(not_read, self.preview_name):
            links = await run(list_links, self._entity, self.preview_id, is_kit=self._is_of_kit)
        self.preview_links = [
            {
                "id": str(each.id),
                "text": f"{each.user_name or DELETED_ACCOUNT}, until"
                f" {format_datetime(each.expires_at)}",
            }
            for each in links
        ]


_PreviewFrame = react(
    "PreviewFrame", _SCRIPT, url=str, values=str, label=str, toggle_class_name=str
)
"""Shows the page at `url`, with the posted `values` unless they are ''.

Its children are placed above it, beside the choice of its width.
"""


_CopiedLink = react("CopiedLink", _SCRIPT, url=str, label=str)


FormAction = react(
    "FormAction",
    _SCRIPT,
    on_act=rx.EventHandler[passthrough_event_spec(dict[str, Any])],
)
"""A button of a dialog that passes the input of its form on without submitting it."""


def preview_form_button(state: type[RecordPreviews]) -> rx.Component:
    return rx.cond(
        state.conflict_kind == "",
        FormAction.create("Preview", on_act=state.preview_form, class_name=button_class("quiet")),
    )


def preview_dialog(state: type[RecordPreviews], *tools: rx.Component) -> rx.Component:
    """Return the dialog with the preview, `tools` for what a form's preview shows, and links."""
    return dialog(
        rx.cond(
            state.preview_url != "",
            _PreviewFrame.create(
                rx.cond(
                    state.preview_page != "",
                    external_link(
                        "Published page",
                        rx.icon("external-link", size=15),
                        href=state.preview_page,
                        class_name=button_class("quiet"),
                    ),
                ),
                rx.cond(
                    state.preview_id > 0,
                    rx.cond(
                        state.preview_values == "",
                        button(
                            rx.icon("link", size=15),
                            "Copy preview link",
                            on_click=state.make_preview_link,
                        ),
                        rx.fragment(*tools),
                    ),
                ),
                new_link(
                    state, "Preview link", "It shows the saved draft to everybody who has it."
                ),
                working_links(state, "Preview link"),
                url=state.preview_url,
                values=state.preview_values,
                label=f"Preview of {state.preview_name}",
                toggle_class_name=PREVIEW_TOGGLE,
                class_name="flex min-h-0 flex-1 flex-col overflow-hidden sm:rounded-b-xl",
            ),
        ),
        title="Preview",
        description=state.preview_name,
        open=state.preview_url != "",
        on_close=state.close_preview,
        width="full",
        testid="preview-dialog",
    )


def new_link(state: type[RecordPreviews], label: str, hint: str) -> rx.Component:
    """Return the link that was made last, if any, with when it ends."""
    shown = rx.el.div(
        _CopiedLink.create(
            url=state.preview_link,
            label=label,
            aria_describedby=_LINK_HINT,
            class_name=f"{INPUT} sm:max-w-md",
        ),
        rx.foreach(_links(state)[:1], lambda each: _link(state, each)),
        rx.el.p(hint, custom_attrs={"id": _LINK_HINT}, class_name="w-full text-xs text-muted"),
        class_name="flex w-full flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted",
    )
    return rx.cond(state.preview_link != "", shown)


def working_links(state: type[RecordPreviews], label: str) -> rx.Component:
    """Return the list of the other links that work, if there are any."""
    links = _links(state)
    others = rx.cond(state.preview_link != "", links[1:], links).to(list[dict[str, str]])
    which = rx.cond(state.preview_link != "", f"Other {label.lower()}s", f"{label}s")
    shown = rx.el.div(
        rx.el.p(which, " that work: ", others.length()),
        rx.el.ul(
            rx.foreach(
                others,
                lambda each: rx.el.li(
                    _link(state, each),
                    key=each["id"],
                    class_name="flex flex-wrap items-center gap-x-3",
                ),
            ),
            aria_label=f"{label}s",
            class_name="grid max-h-20 gap-1 overflow-y-auto",
        ),
        class_name="w-full text-xs text-muted",
    )
    return rx.cond(others.length() > 0, shown)


def _links(state: type[RecordPreviews]) -> rx.vars.ArrayVar[list[dict[str, str]]]:
    return rx.Var.create(state.preview_links).to(list[dict[str, str]])


def _link(state: type[RecordPreviews], each: rx.Var[dict[str, str]]) -> rx.Component:
    """Return who made a link and when it ends, and the button that revokes it."""
    return rx.fragment(
        rx.el.span(each["text"], class_name="min-w-0"),
        rx.el.button(
            "Revoke",
            rx.el.span(" the link of ", each["text"], class_name="sr-only"),
            type="button",
            on_click=state.revoke_preview_link(each["id"]),
            class_name="min-h-6 cursor-pointer font-semibold text-danger underline",
        ),
    )
