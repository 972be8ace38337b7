"""The dialog of a management screen in which staff put the records of a group in order."""

from collections.abc import Mapping, Sequence
from typing import Any

import reflex as rx

from awards_site.core.database.filters import MAX_BULK_RECORDS
from awards_site.core.errors import ApiError, Conflict
from awards_site.core.schemas import as_json
from awards_site.frontend import react, script
from awards_site.portal.autosave import KeptInput
from awards_site.portal.columns import AvatarColumn, ImageColumn
from awards_site.portal.controls import ICON_BUTTON, INPUT, button, button_class, pending_button
from awards_site.portal.dialogs import FOOTER_CLASSES, cancel_button
from awards_site.portal.gateway import (
    Events,
    Failed,
    Notice,
    api_handler,
    failing,
    run,
    success_toast,
)
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.parts import Parts
from awards_site.portal.screen import Screen
from awards_site.portal.table import requires_role
from awards_site.records.arrangement import ORDER_CHANGED, NewOrder, arrange, read_order
from awards_site.records.versions import validated
from awards_site.ui.images import Layout
from awards_site.ui.overlays import UnsavedInput, dialog
from awards_site.ui.toasts import notify

ORDER = "order"
_SAVED = Notice("Order saved", "{name}")
_NOT_READ = Notice("The order cannot be shown", "{message}")
_NOT_SAVED = Notice("The order was not saved", "{message}")
_GONE = "There are no longer any {plural} to arrange there."
_TOO_MANY = "There are more than {max} {plural} now, which is too many to arrange."


class RecordArrangement(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """A screen whose records are arranged, one group at a time.

    The dialog keeps the order that was seen, and another one is refused if that has changed.
    """

    arranged: list[dict[str, Any]] = []
    """The records of the group: their id, name, note and image."""
    stored_order: list[int] = []
    """Their ids in the order that was read."""
    order_groups: list[dict[str, Any]] = []
    """The groups: their value, label and count."""
    order_group: str = ""
    """The value of the group that is shown."""
    order_count: int = 0
    """How many records the group has, which may be too many to arrange."""
    order_notice: str = ""
    """What to consider before the group is arranged."""
    order_conflict: str = ""
    """Why the order has to be saved again."""

    @classmethod
    def parts(cls) -> Parts:
        arrange = arrange_button(cls, disabled=requires_role(cls.screen.write_roles))
        return Parts(tools=[arrange], dialogs=[arrange_dialog(cls)]) + super().parts()

    @api_handler
    async def open_order(self) -> None:
        """Open the dialog, with the group by which the list is filtered, if it is."""
        key = self.screen.order_group
        wanted = self.router.url.query_parameters.get(key, "") if key else ""
        await self._show_order(wanted)

    @api_handler
    async def choose_order_group(self, group: str) -> None:
        if self.dialog == ORDER and not self.pending:
            await self._show_order(group)

    @api_handler
    async def save_order(self, form_data: dict[str, Any]) -> Events:
        """Save the order of the form, unless it is the stored one."""
        if self.dialog != ORDER or self.pending:
            return
        wanted = _split_ids(form_data.get("ids"))
        if wanted == self.stored_order:
            self._close()
            return
        self.pending = True
        yield None
        body = {"group": self.order_group, "ids": wanted, "seen": list(self.stored_order)}
        try:
            with failing(_NOT_SAVED):
                changed = await run(arrange, self._entity, validated(body, NewOrder))
        except Failed as failed:
            if not isinstance(failed.error, Conflict):
                raise
            yield await self._keep_order(wanted, failed.error)
            return
        self._close()
        yield await self._reload()
        yield success_toast(_SAVED, self._order_name, **self._undo(changed.undo))

    async def _show_order(self, group: str) -> None:
        """Read a group, or the first one if it has no records, and show its order."""
        with failing(_NOT_READ):
            await self._read_order(group)
        self._open_order(self.stored_order)

    def _open_order(self, wanted: Sequence[int]) -> None:
        """Open the dialog with an order, and new records after the ones before them."""
        self._open(ORDER, {}, {"ids": _join_ids(merge_order(wanted, self.stored_order))})
        self.order_conflict = ""

    async def _keep_order(
        self, wanted: Sequence[int], conflict: ApiError
    ) -> rx.event.EventSpec | None:
        """Show the wanted order for the records of the group as it is now, if it has any."""
        group = self.order_group
        with failing(_NOT_SAVED):
            await self._read_order(group)
        if self.order_group != group or not self.stored_order:
            is_long = self.order_group == group and self.order_count > MAX_BULK_RECORDS
            text = _TOO_MANY if is_long else _GONE
            message = text.format(max=MAX_BULK_RECORDS, plural=self.screen.plural)
            self._close()
            return notify(*_NOT_SAVED.format(name="", message=message), destructive=True)
        self._open_order(wanted)
        self.restored_form_version = self.form_version
        self.order_conflict = conflict.message
        return None

    async def _read_order(self, group: str) -> None:
        """Read a group. Raises ApiError."""
        found = await run(read_order, self._entity, group)
        if group and group not in {each.value for each in found.groups}:
            return await self._read_order("")
        self.order_groups = [as_json(each) for each in found.groups]
        self.order_group = found.group
        self.order_count, self.order_notice = found.count, found.notice
        records = [as_json(each) for each in found.records]
        self.stored_order = [record["id"] for record in records]
        self.arranged = [
            {
                "id": record["id"],
                "name": str(record[self.screen.title_key]),
                "note": self._order_note(record),
                "image": self._order_image(record),
            }
            for record in records
        ]
        return None

    @property
    def _order_name(self) -> str:
        """What was arranged, such as 'Sponsors, Gold'."""
        labels = {each["value"]: each["label"] for each in self.order_groups}
        label = labels.get(self.order_group)
        return f"{self.screen.title}, {label}" if label else self.screen.title

    def _order_note(self, record: Mapping[str, Any]) -> str:
        """Return what is shown below a record's name: its year, if the list has several."""
        year = "" if self.screen.order_group else record.get("year")
        notes = (str(year or ""), "" if record[self.screen.publish] else "Not published")
        return ", ".join(filter(None, notes))

    def _order_image(self, record: Mapping[str, Any]) -> Any:
        column = image_column(self.screen)
        key = column.image if isinstance(column, AvatarColumn) else column and column.key
        return record[key] if key else None

    def _kept(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        if self.dialog != ORDER:
            return super()._kept(form_data)
        base = {"group": self.order_group, "seen": list(self.stored_order)}
        return {"dialog": ORDER, "base": base, "values": {"ids": form_data.get("ids", "")}}

    async def _reopen(self, kept: KeptInput) -> None:
        if kept.dialog != ORDER:
            return await super()._reopen(kept)
        with failing(_NOT_READ):
            await self._read_order(str(kept.base.get("group", "")))
        self._open_order(_split_ids(kept.values.get("ids")))
        if kept.base.get("seen") != self.stored_order:
            self.order_conflict = ORDER_CHANGED
        return None


def merge_order(wanted: Sequence[int], stored: Sequence[int]) -> list[int]:
    """Return the stored ids in the wanted order; new ones follow the one before them."""
    merged = [each for each in wanted if each in stored]
    for place, each in enumerate(stored):
        if each not in merged:
            merged.insert(merged.index(stored[place - 1]) + 1 if place else 0, each)
    return merged


def _split_ids(ids: Any) -> list[int]:
    return [int(each) for each in str(ids or "").split(",") if each.isascii() and each.isdecimal()]


def _join_ids(ids: Sequence[int]) -> str:
    return ",".join(map(str, ids))


def image_column(screen: Screen) -> AvatarColumn | ImageColumn | None:
    columns = (each for each in screen.columns if isinstance(each, AvatarColumn | ImageColumn))
    return next(columns, None)


_CLASSES = {
    "input": f"{INPUT} w-auto! min-w-40 disabled:cursor-not-allowed disabled:opacity-60",
    "button": button_class("quiet"),
    "iconButton": ICON_BUTTON,
    "moveButton": f"{ICON_BUTTON} aria-disabled:cursor-default!",
    "row": (
        "flex items-center gap-2 border-b border-line bg-white px-1.5 py-1.5 last:border-b-0"
        " data-dragging:relative data-dragging:z-10 data-dragging:shadow-lg max-md:gap-1"
    ),
    "frame": (
        "relative grid h-10 w-15 flex-none place-items-center overflow-hidden rounded-md"
        " border border-line bg-ground"
    ),
}


_Arrangement = react(
    "Arrangement",
    script("portal/ordering/arrangement.jsx"),
    dependencies=["@dnd-kit/core@6.3.1", "@dnd-kit/sortable@10.0.0"],
    records=list[dict[str, Any]],
    stored=list[int],
    order=str,
    groups=list[dict[str, Any]],
    group=str,
    group_label=str,
    count=int,
    plural=str,
    max=int,
    layout=Layout,
    classes=dict[str, str],
    on_group=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)


def arrange_button(state: type[RecordArrangement], *, disabled: Any) -> rx.Component:
    return button(
        rx.icon("arrow-down-up", size=16),
        # Phones have space for the icon alone.
        rx.el.span("Arrange", class_name="max-sm:sr-only"),
        on_click=state.open_order,
        disabled=disabled,
    )


def _notice(text: rx.Var[str], *, role: str) -> rx.Component:
    style = "mb-4 rounded-lg border border-gold bg-gold/10 p-4 text-sm"
    return rx.cond(text != "", rx.el.p(text, role=role, class_name=style))


def arrange_dialog(state: type[RecordArrangement]) -> rx.Component:
    screen = state.screen
    group = screen.order_group
    column = image_column(screen)
    is_contained = isinstance(column, AvatarColumn) and column.is_contained
    fit = "bg-white object-contain p-0.5" if is_contained else "object-cover"
    looks = {"image": f"absolute inset-0 size-full {fit}"} | ({} if column else {"frame": "hidden"})
    within = f" within a {screen.order_group_label.lower()}" if group else ""
    return dialog(
        rx.el.form(
            rx.el.div(
                _notice(state.order_conflict, role="alert"),
                _notice(state.order_notice, role="note"),
                _Arrangement.create(
                    records=state.arranged,
                    stored=state.stored_order,
                    order=state.values["ids"].to(str),
                    groups=state.order_groups,
                    group=state.order_group,
                    group_label=screen.order_group_label,
                    count=state.order_count,
                    plural=screen.plural,
                    max=MAX_BULK_RECORDS,
                    layout=Layout((("", "3.75rem"),), contained=is_contained),
                    classes=_CLASSES | looks,
                    on_group=state.choose_order_group,
                ),
                class_name="dialog-body p-4 sm:p-6",
            ),
            rx.el.div(
                cancel_button(),
                pending_button("Save Order", "Saving...", state.pending, type="submit"),
                class_name=FOOTER_CLASSES,
            ),
            UnsavedInput.create(restored=state.restored_form_version > 0),
            on_submit=state.save_order,
            no_validate=True,
            key=state.form_version,
            class_name="dialog-form",
        ),
        title=f"Arrange {screen.title}",
        description=f"The order in which {screen.plural} are shown{within}. Drag the rows, use the"
        " buttons beside them, or press Space on a row's handle, the arrow keys, and Space again.",
        open=state.dialog == ORDER,
        on_close=state.close,
        width="medium",
        testid="order-dialog",
    )
