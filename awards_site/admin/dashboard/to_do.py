"""The dashboard's list of what is to do for published records."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import reflex as rx

from awards_site.admin.controls import button
from awards_site.admin.dashboard.phases import by_phase
from awards_site.admin.sign_in.state import Account
from awards_site.auth.permissions import Permission, roles_with
from awards_site.core.request_client import RequestError, request_client

MAX_RECORDS = 6
ROLES = roles_with(Permission.MANAGE_SHOWCASE)
"""The roles that see the list."""


class ToDo(rx.State):
    """What is to do for published records that the user's role may manage."""

    records: list[dict[str, str]] = []
    """The first records; the keys are `name`, `type`, `path` and `messages`, each on a line."""
    more: int = 0
    """How many things to do are not shown."""
    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""

    shows_all: bool = False
    """Whether all records are shown that the API lists."""

    @rx.event
    async def load(self) -> None:
        self.shows_all = False
        await self._read()

    @rx.event
    async def show_all(self) -> None:
        self.shows_all = True
        await self._read()

    async def _read(self) -> None:
        account = await self.get_state(Account)
        if account.phase != "signed-in" or account.role not in ROLES:
            return
        try:
            found = await request_client(self).read("/api/admin/checklist")
        except RequestError:
            self.phase = "failed"
            return
        groups = [list(items) for _, items in groupby(found["items"], _record_of)]
        groups = groups if self.shows_all else groups[:MAX_RECORDS]
        self.records = [
            {
                "name": first["recordName"],
                "type": first["recordType"].capitalize(),
                "path": first["path"],
                "messages": "\n".join([first["message"], *(each["message"] for each in others)]),
            }
            for first, *others in groups
        ]
        self.more = found["total"] - sum(map(len, groups))
        self.phase = "ready" if self.records else "empty"


def _record_of(item: Mapping[str, Any]) -> tuple[str, str]:
    return item["path"], item["recordName"]


def to_do() -> rx.Component:
    """Return the list, or its loading, empty or error state."""
    return by_phase(
        ToDo.phase,
        rx.el.div(
            rx.el.ul(rx.foreach(ToDo.records, _row), class_name="mt-2 text-sm"),
            rx.cond(
                ToDo.more > 0,
                rx.cond(
                    ToDo.shows_all,
                    rx.el.p(f"And {ToDo.more} more.", class_name="mt-2 text-xs text-muted"),
                    button(f"Show {ToDo.more} more", on_click=ToDo.show_all, class_name="mt-3"),
                ),
            ),
        ),
        empty="Nothing. What visitors see is complete.",
        failed="Could not load what is to do.",
    )


def _row(each: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.a(
            each["name"],
            href=each["path"],
            class_name="font-medium underline decoration-line underline-offset-4"
            " hover:decoration-gold",
        ),
        rx.el.span(each["type"], class_name="ml-2 text-xs text-muted"),
        rx.el.p(each["messages"], class_name="mt-0.5 whitespace-pre-line text-muted"),
        class_name="border-b border-line py-2.5 last:border-b-0",
    )
