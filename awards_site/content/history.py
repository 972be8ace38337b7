"""The edit history of a content section: its versions, their diffs, and restoring one."""

import asyncio

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.screens.management import ManagementScreen
from awards_site.admin.screens.notices import error_toast, success_toast
from awards_site.admin.screens.record_form import Events
from awards_site.content.models import ContentEditPublic
from awards_site.content.versions import Version, VersionLine, content_of, versions
from awards_site.core.request_client import RequestError, RequestFailed, request_client
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.dialog_parts import DialogClose
from awards_site.ui.overlays.toasts import notify

PAGE_SIZE = 20
"""The number of versions shown at first, and added by each 'Show earlier versions'."""


class ContentHistory(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The part of the Content Editor's State that shows and restores versions."""

    history: list[Version] = []
    """The shown versions, the newest first."""
    earlier: int = 0
    """The number of versions not shown."""

    @rx.event
    async def open_history(self, record_id: int) -> Events:
        if self.busy_row:
            return
        self.busy_row = record_id
        yield None
        try:
            section, etag = await self._read_record(record_id)
            edits = await self._read_edits(record_id)
        except RequestError as error:
            yield self._history_failed(error)
        else:
            self._open("history", section, {}, etag)
            await self._show_versions(edits, PAGE_SIZE)
        self.busy_row = 0

    @rx.event
    async def show_earlier(self) -> Events:
        if self.dialog != "history":
            return
        try:
            edits = await self._read_edits(self._record["id"])
        except RequestError as error:
            yield self._history_failed(error)
        else:
            await self._show_versions(edits, len(self.history) + PAGE_SIZE)

    @rx.event
    async def restore_version(self, version: int) -> Events:
        """Save a version's content as a new edit."""
        if self.dialog != "history" or self.pending:
            return
        self.pending = True
        yield None
        form, name = self.screen.update, self.record_name
        assert form is not None
        try:
            content = content_of(await self._read_edits(self._record["id"]), version)
            response = await self._send(form, {"content": content})
        except RequestError as error:
            yield error_toast(self.screen.notices.update_failed, name, error)
        else:
            yield success_toast(self.screen.notices.updated, name, response)
        self._reset_dialog()
        await self._reload()
        self.pending = False

    def _reset_dialog(self) -> None:
        super()._reset_dialog()
        self.history = []
        self.earlier = 0

    def _history_failed(self, error: RequestError) -> rx.event.EventSpec:
        refused = isinstance(error, RequestFailed)
        reason = "Failed to fetch edit history" if refused else error.message
        return notify("Error fetching edit history", reason, destructive=True)

    async def _read_edits(self, record_id: int) -> list[ContentEditPublic]:
        path = f"{self.screen.item_path.format(id=record_id)}/history"
        return [ContentEditPublic.from_json(each) for each in await request_client(self).read(path)]

    async def _show_versions(self, edits: list[ContentEditPublic], maximum: int) -> None:
        # Comparing long texts would block the event loop.
        self.history = await asyncio.to_thread(versions, edits, maximum)
        self.earlier = max(len(edits) - maximum, 0)


def history_dialog(state: type[ContentHistory]) -> rx.Component:
    """Return the dialog with the versions of a section."""
    return dialog(
        rx.el.div(
            rx.cond(
                state.history,
                rx.el.ol(
                    rx.foreach(state.history, lambda version: _entry(state, version)),
                    class_name="grid gap-4",
                ),
                rx.el.p(
                    "No edit history found for this section.",
                    class_name="py-10 text-center text-sm text-muted",
                ),
            ),
            rx.cond(
                state.earlier > 0,
                button(
                    f"Show earlier versions ({state.earlier})",
                    on_click=state.show_earlier,
                    class_name="mt-4",
                ),
            ),
            # A scrollable region must be focusable to scroll by keyboard.
            tab_index=0,
            role="group",
            aria_label="Versions",
            class_name="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6",
        ),
        rx.el.div(
            DialogClose.create(button("Done"), as_child=True),
            class_name="flex flex-none justify-end border-t border-line px-5 py-4 sm:px-6",
        ),
        title="Edit History",
        description=state.record_name,
        open=state.dialog == "history",
        on_close=state.close,
        width="large",
        testid="history-dialog",
    )


def _entry(state: type[ContentHistory], version: rx.Var[Version]) -> rx.Component:
    lines = version["lines"].to(list[VersionLine])
    return rx.el.li(
        rx.el.div(
            rx.el.div(
                rx.el.h3(version["title"].to(str), class_name="text-sm font-semibold"),
                rx.el.p(
                    version["author"].to(str),
                    rx.cond(version["summary"].to(str) != "", f" · {version['summary']}", ""),
                    class_name="text-xs text-muted empty:hidden",
                ),
                class_name="min-w-0",
            ),
            rx.cond(
                version["is_current"].to(bool),
                rx.el.span(
                    "Current version",
                    class_name="rounded-full bg-success/10 px-2 py-0.5 text-xs text-success",
                ),
                button(
                    rx.icon("undo-2", size=15, aria_hidden="true"),
                    "Restore",
                    on_click=state.restore_version(version["id"].to(int)),
                    aria_label=version["restore_label"].to(str),
                    aria_disabled=state.pending,
                ),
            ),
            class_name="flex flex-wrap items-center justify-between gap-3 px-4 py-3",
        ),
        rx.cond(
            lines.length() > 0,
            rx.el.ul(
                rx.foreach(lines, _line),
                aria_label="Changes",
                class_name=(
                    "border-t border-line bg-ground/50 py-2 font-mono text-xs leading-relaxed"
                ),
            ),
        ),
        class_name="overflow-hidden rounded-lg border border-line",
        data_testid="version",
    )


def _line(line: rx.Var[VersionLine]) -> rx.Component:
    return rx.el.li(
        rx.el.span(line["symbol"], aria_hidden="true", class_name="w-4 flex-none text-center"),
        rx.el.span(line["prefix"], class_name="sr-only"),
        rx.el.span(line["text"], class_name="min-w-0 break-words whitespace-pre-wrap"),
        class_name=(
            "flex gap-1 px-3 data-[kind=added]:bg-success/10 data-[kind=added]:text-success"
            " data-[kind=gap]:py-1 data-[kind=gap]:font-sans data-[kind=gap]:text-muted"
            " data-[kind=gap]:italic data-[kind=removed]:bg-danger/10"
            " data-[kind=removed]:text-danger"
        ),
        data_kind=line["kind"],
    )
