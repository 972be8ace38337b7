"""The State of a management screen whose records staff put in order, group by group."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlencode

import reflex as rx

from awards_site.admin.lists.columns import AvatarColumn, ImageColumn
from awards_site.admin.management.bulk import ORDER
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.screens.gateway import Events, Failed, api_handler, failing
from awards_site.admin.screens.notices import UNDO_MS, Notice, success_toast
from awards_site.admin.screens.screen import Screen
from awards_site.core.records.list_params import MAX_BULK_RECORDS
from awards_site.core.request_client import RequestError, RequestFailed, request_client
from awards_site.ui.toasts.toasts import ToastAction, notify

_SAVED = Notice("Order saved", "{name}")
_NOT_READ = Notice("The order cannot be shown", "{message}")
_NOT_SAVED = Notice("The order was not saved", "{message}")
_GONE = "There are no longer any {plural} to arrange there."
_TOO_MANY = "There are more than {max} {plural} now, which is too many to arrange."


class RecordArrangement(ManagementScreen, mixin=True):  # type: ignore[call-arg] # Reflex's keyword.
    """A screen whose records are arranged, one group at a time.

    The dialog keeps the order that was seen, and the API refuses another one if that has changed.
    """

    dialog_vars: ClassVar[tuple[str, ...]] = (
        "arranged",
        "stored_order",
        "order_groups",
        "order_group",
        "order_count",
        "order_notice",
        "order_conflict",
    )

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

    @api_handler
    async def open_order(self) -> None:
        """Open the dialog, with the group by which the list is filtered, if it is."""
        key = self.screen.order_group
        wanted = self.router.url.query_parameters.get(key, "") if key else ""
        await self._show_order(wanted)

    @api_handler
    async def choose_order_group(self, group: str) -> None:
        """Show another group."""
        if self.dialog == ORDER and not self.pending:
            await self._show_order(group)

    @api_handler
    async def save_order(self, form_data: dict[str, Any]) -> Events:
        """Save the order of the form, unless it is the stored one."""
        if self.dialog != ORDER or self.pending:
            return
        wanted = _parse_ids(form_data.get("ids", ""))
        if wanted == self.stored_order:
            self._reset_dialog()
            return
        self.pending = True
        yield None
        body = {"group": self.order_group, "ids": wanted, "seen": self.stored_order}
        try:
            response = await request_client(self).request("POST", self._order_path, body)
        except RequestError as error:
            if isinstance(error, RequestFailed) and error.status == HTTPStatus.CONFLICT:
                yield await self._keep_order(wanted, error)
                return
            raise Failed(error, _NOT_SAVED) from error
        self._reset_dialog()
        yield await self._reload()
        undo = ToastAction("Undo", event=type(self).undo_bulk(ORDER, response.json()))
        yield success_toast(_SAVED, self._order_name, response, action=undo, duration_ms=UNDO_MS)

    async def _show_order(self, group: str) -> None:
        """Read a group, or the first one if it has no records, and show its order."""
        with failing(_NOT_READ):
            await self._read_order(group)
        self._open(ORDER, {}, {"ids": _join_ids(self.stored_order)})

    async def _keep_order(
        self, wanted: Sequence[int], conflict: RequestFailed
    ) -> rx.event.EventSpec | None:
        """Show the wanted order for the records of the group as it is now, if it has any."""
        group = self.order_group
        with failing(_NOT_SAVED):
            await self._read_order(group)
        if self.order_group != group or not self.stored_order:
            is_long = self.order_group == group and self.order_count > MAX_BULK_RECORDS
            text = _TOO_MANY if is_long else _GONE
            message = text.format(max=MAX_BULK_RECORDS, plural=self.screen.plural)
            self._reset_dialog()
            return notify(*_NOT_SAVED.format(name="", message=message), destructive=True)
        self._open(ORDER, {}, {"ids": _join_ids(merge_order(wanted, self.stored_order))})
        self.restored_form_version = self.form_version
        self.order_conflict = conflict.message
        return None

    async def _read_order(self, group: str) -> None:
        """Read a group. Raises RequestError."""
        query = f"?{urlencode({'group': group})}" if group else ""
        found = await request_client(self).read(f"{self._order_path}{query}")
        groups = found["groups"]
        if group and group not in {each["value"] for each in groups}:
            return await self._read_order("")
        self.order_groups, self.order_group = groups, found["group"]
        self.order_count, self.order_notice = found["count"], found["notice"]
        self.stored_order = [record["id"] for record in found["records"]]
        self.arranged = [
            {
                "id": record["id"],
                "name": str(record[self.screen.title_key]),
                "note": self._order_note(record),
                "image": self._order_image(record),
            }
            for record in found["records"]
        ]
        return None

    @property
    def _order_path(self) -> str:
        return f"{self.screen.collection_path}/{ORDER}"

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
        """Return a record's image, or None."""
        column = image_column(self.screen)
        key = column.image if isinstance(column, AvatarColumn) else column and column.key
        return record[key] if key else None

    def _reset_dialog(self) -> None:
        super()._reset_dialog()
        self.order_conflict = ""

    def _to_restored_inputs(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        if self.dialog == ORDER:
            return {"ids": form_data.get("ids", "")}
        return super()._to_restored_inputs(form_data)


def merge_order(wanted: Sequence[int], stored: Sequence[int]) -> list[int]:
    """Return the stored ids in the wanted order; new ones follow the one before them."""
    merged = [each for each in wanted if each in stored]
    for place, each in enumerate(stored):
        if each not in merged:
            merged.insert(merged.index(stored[place - 1]) + 1 if place else 0, each)
    return merged


def _parse_ids(text: str) -> list[int]:
    return [int(each) for each in text.split(",") if each.isdecimal()]


def _join_ids(ids: Sequence[int]) -> str:
    return ",".join(map(str, ids))


def image_column(screen: Screen) -> AvatarColumn | ImageColumn | None:
    columns = (each for each in screen.columns if isinstance(each, AvatarColumn | ImageColumn))
    return next(columns, None)
