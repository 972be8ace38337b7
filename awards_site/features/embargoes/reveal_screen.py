"""The reveal console, with which results are revealed on the night, made for a phone."""

import json
from collections.abc import Sequence
from typing import Any

import reflex as rx

from awards_site.core.presentation.texts import format_datetime, listed
from awards_site.core.request_client import RequestError, request_client
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.features.nominees.service import EMBARGO
from awards_site.frontend import react, script
from awards_site.portal.columns import badge
from awards_site.portal.controls import Variant, button
from awards_site.portal.dialogs import cancel_button
from awards_site.portal.gateway import UNDO_MS, Events, Notice, api_handler, failing
from awards_site.portal.layout import add_admin_page, admin_page, visible_to
from awards_site.portal.management_page import message
from awards_site.portal.navigation import AdminNavItem
from awards_site.portal.recent_changes import by_phase
from awards_site.settings import settings
from awards_site.ui.overlays import DialogClose, DialogRoot, alert_dialog_content, dialog_trigger
from awards_site.ui.toasts import ToastAction, notify

_API = "/api/admin/reveal"
_ITEM = AdminNavItem(
    label="Reveal",
    path="/admin/reveal",
    icon="party-popper",
    group="Programme",
    permission=EMBARGO.managed_by,
)
_PANEL = "mt-4 rounded-xl border border-line bg-white p-4 sm:p-5"
_SeenByVisitors = react(
    "SeenByVisitors", script("portal/reveal/reveal.jsx"), url=str, results=str, time_zone=str
)


class RevealConsole(rx.State):
    """The State of the console."""

    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""
    cards: list[dict[str, Any]] = []
    """The categories: `label`, `time`, `names`, `ids`, and the `nominees` as the API has them."""
    ids: list[int] = []
    """All nominees of the cards."""
    revealed: list[dict[str, str]] = []
    """What was revealed here last, if anything: `names`, `undo`, and what the proof takes."""

    @rx.event
    async def load(self) -> None:
        try:
            hidden = await request_client(self).read(_API)
        except RequestError:
            self.phase = "failed"
            return
        by_category = [
            (label, [each for each in hidden if each["category"] == value])
            for value, label in NomineeCategory.labels().items()
        ]
        self.cards = [_card(label, nominees) for label, nominees in by_category if nominees]
        self.ids = _ids(hidden)
        self.phase = "ready" if hidden else "empty"

    @api_handler
    async def reveal(self, ids: list[int]) -> Events:
        """Reveal the results of nominees, and offer Undo."""
        shown = [each for card in self.cards for each in card["nominees"]]
        found = [each for each in shown if each["id"] in ids]
        if not found:
            return
        seen = {each["id"]: each["result"] for each in found}
        with failing(Notice("The results were not revealed", "{message}"), then=self.load):
            response = await request_client(self).request("POST", _API, {"seen": seen})
        row = {
            "names": _names(found),
            "url": f"/api/nominees/year/{found[0]['year']}",
            "results": json.dumps(seen),
            "zone": settings().timezone,
            **response.json(),
        }
        self.revealed = [row]
        undo = ToastAction("Undo", event=type(self).undo(row["undo"]))
        who = listed([each["name"] for each in found], len(found))
        yield notify("Results revealed", who, action=undo, duration_ms=UNDO_MS)
        await self.load()

    @api_handler
    async def undo(self, token: str) -> Events:
        with failing(Notice("The reveal was not undone", "{message}"), then=self.load):
            await request_client(self).request("POST", f"{_API}/undo", {"undo": token})
        self.revealed = []
        yield notify("Results hidden again")
        await self.load()


def _card(label: str, nominees: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "label": label,
        "time": format_datetime(max(each["revealAt"] for each in nominees)),
        "names": _names(nominees),
        "ids": _ids(nominees),
        "nominees": nominees,
    }


def _ids(nominees: Sequence[dict[str, Any]]) -> list[int]:
    return [each["id"] for each in nominees]


def _names(nominees: Sequence[dict[str, Any]]) -> str:
    return ", ".join(f"{each['name']} ({each['result']})" for each in nominees)


def _reveal_button(
    what: rx.Var[str] | str,
    names: rx.Var[str] | str,
    event: Any,
    label: rx.Var[str] | str,
    variant: Variant = "quiet",
    class_name: str = "",
) -> rx.Component:
    """Return a button that triggers `event` after a question."""
    now = button("Reveal now", variant="primary", on_click=event)
    trigger = button(
        label,
        variant=variant,
        aria_label=f"Reveal {what}",
        class_name=f"{class_name} max-md:min-h-11 whitespace-normal!",
    )
    return DialogRoot.create(
        dialog_trigger(trigger),
        alert_dialog_content(
            cancel_button(),
            DialogClose.create(now, as_child=True),
            title=f"Reveal {what} now?",
            description=f"Visitors will see at once: {names}. You can undo it for 10 seconds."
            " Whatever else is hidden keeps its time.",
            testid="reveal-dialog",
        ),
    )


def _category(card: rx.Var[dict[str, Any]]) -> rx.Component:
    label = card["label"].to(str)

    def row(each: rx.Var[dict[str, Any]]) -> rx.Component:
        name, result = each["name"].to(str), each["result"].to(str)
        event = RevealConsole.reveal([each["id"].to(int)])
        return rx.el.li(
            rx.el.div(
                rx.el.p(name, class_name="font-medium wrap-anywhere"),
                badge(result, "plum"),
                class_name="min-w-0 flex-1",
            ),
            _reveal_button(name, f"{name} ({result})", event, "Reveal"),
            key=each["id"].to(str),
            class_name="flex items-center gap-3 border-t border-line py-3",
        )

    event = RevealConsole.reveal(card["ids"].to(list[int]))
    return rx.el.section(
        rx.el.h2(label, class_name="font-display text-xl font-semibold"),
        rx.el.p("Hidden until ", card["time"].to(str), class_name="mt-1 mb-3 text-sm text-muted"),
        rx.el.ul(rx.foreach(card["nominees"].to(list[dict[str, Any]]), row)),
        _reveal_button(label, card["names"].to(str), event, f"Reveal {label}", "primary", "w-full"),
        key=label,
        class_name=_PANEL,
        custom_attrs={"data-testid": "hidden-category"},
    )


def _revealed(each: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.section(
        rx.el.h2(each["names"], class_name="font-medium wrap-anywhere"),
        _SeenByVisitors.create(url=each["url"], results=each["results"], time_zone=each["zone"]),
        key=each["undo"],
        class_name=_PANEL,
        custom_attrs={"data-testid": "revealed"},
    )


def reveal_page() -> rx.Component:
    cards = rx.el.div(
        rx.foreach(RevealConsole.cards, _category),
        class_name="grid items-start gap-x-4 md:grid-cols-2 xl:grid-cols-3",
    )
    every, classes = RevealConsole.reveal(RevealConsole.ids), "mt-6 max-md:w-full"
    what = "every result on this screen"
    reveal_all = _reveal_button("all results", what, every, "Reveal all", "danger", classes)
    hidden = by_phase(
        RevealConsole.phase,
        rx.fragment(cards, reveal_all),
        empty="No results of this edition are hidden. Those under embargo appear here.",
        failed="Could not load the hidden results.",
    )
    console = rx.fragment(rx.foreach(RevealConsole.revealed, _revealed), hidden)
    locked = message(_ITEM.lock_message, "lock")
    heading = rx.el.h1(_ITEM.label, class_name="font-display text-3xl font-semibold")
    shown = rx.cond(visible_to(_ITEM.roles), console, locked)
    return admin_page(rx.el.div(heading, shown), _ITEM)


def add_reveal_page(app: rx.App) -> None:
    add_admin_page(app, reveal_page, _ITEM, RevealConsole.load)
