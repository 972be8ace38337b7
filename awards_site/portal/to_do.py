"""Open tasks of records: the list of the dashboard, and the counts of the menu."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import reflex as rx

from awards_site.accounts.permissions import Permission, roles_with
from awards_site.core import paths
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import plural
from awards_site.core.schemas import as_json
from awards_site.portal.gateway import run
from awards_site.portal.recent_changes import by_phase
from awards_site.portal.sign_in.state import Account
from awards_site.records.checklist import ChecklistItem, list_to_do

FIRST, ALL = 2, 100
"""The number of tasks of each kind on the dashboard, and on the page of all of them."""
ROLES = roles_with(Permission.MANAGE_SHOWCASE)
"""The roles that see what is to do."""
_LINK = "underline decoration-line underline-offset-4 hover:decoration-gold"


class ToDo(rx.State):
    """Open tasks of the records that the user's role may manage."""

    counts: dict[str, int] = {}
    """The number of records with open tasks, by the path of their screen."""
    kinds: list[dict[str, Any]] = []
    """By type: `label`, `count`, `path` of the filtered list, and the first `items`."""
    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""

    @rx.event
    async def load(self, limit: int) -> None:
        """Read the counts of the menu and, with a limit, the first things to do of each kind."""
        account = await self.get_state(Account)
        if account.phase != "signed-in" or account.role not in ROLES:
            return
        try:
            found = await run(list_to_do, limit)
        except ApiError:
            self.phase = "failed"
            return
        self.set_counts(found.counts)
        if limit:
            self._list(found.items)
            self.phase = "ready" if self.kinds else "empty"

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Set the counts of some screens, and their sum."""
        screens = {**self.counts, **counts, paths.TO_DO: 0}
        self.counts = {**screens, paths.TO_DO: sum(screens.values())}

    def _list(self, found: Sequence[ChecklistItem]) -> None:
        self.kinds = []
        for kind, group in groupby(found, lambda each: each.record_type):
            items = list(group)
            path = items[0].path.partition("?")[0]
            self.kinds.append(
                {
                    "label": plural(kind).capitalize(),
                    "path": path if items[0].record_id is None else f"{path}?toDo=true",
                    "count": self.counts[path],
                    "items": [as_json(each) for each in items],
                }
            )


def to_do(classes: str) -> rx.Component:
    """Return the list, or its loading, empty or error state."""
    return by_phase(
        ToDo.phase,
        rx.el.div(rx.foreach(ToDo.kinds, _kind), class_name=classes),
        empty="Nothing. Every record is complete.",
        failed="Could not load what is to do.",
    )


def _kind(kind: rx.Var[dict[str, Any]]) -> rx.Component:
    label = kind["label"].to(str)
    return rx.el.section(
        rx.el.h2(
            rx.el.a(f"{label} ({kind['count']})", href=kind["path"].to(str), class_name=_LINK),
            class_name="text-sm font-semibold",
        ),
        rx.el.ul(
            rx.foreach(kind["items"].to(list[dict[str, str]]), _item), class_name="mt-1 text-sm"
        ),
        aria_label=label,
    )


def _item(item: rx.Var[dict[str, str]]) -> rx.Component:
    """Return what is to do for a record, as a link that opens its form at the field."""
    return rx.el.li(
        rx.el.a(
            rx.el.span(item["recordName"], class_name="font-medium"),
            " ",
            rx.el.span(item["message"], class_name=f"text-muted {_LINK}"),
            href=item["path"],
            class_name="block py-2",
        ),
        class_name="border-b border-line last:border-b-0",
    )
