"""The reveal console, with which results are revealed on the night, made for a phone."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import reflex as rx

from awards_site.core.presentation.texts import format_datetime
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
_SCRIPT = script("portal/reveal/reveal.jsx")
_SeenByVisitors = react("SeenByVisitors", _SCRIPT, results=dict[str, str], time_zone=str)
_Watch = react("Watch", _SCRIPT, on_change=rx.EventHandler[rx.event.no_args_event_spec])

Choice: TypeAlias = dict[str, Any]
"""What can be revealed: its `label`, the `names` and their results, and the results by id."""


class RevealConsole(rx.State):
    """The State of the console."""

    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""
    everything: Choice = {}
    cards: list[Choice] = []
    """The categories, with the `time` until which they are hidden, and their `nominees`."""
    revealed: list[Choice] = []
    """What was revealed here last, if anything, with the token that undoes it."""
    time_zone: str = ""

    @rx.event
    async def load(self) -> None:
        self.time_zone = settings().timezone
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
        self.everything = _choice("all results", hidden)
        self.phase = "ready" if hidden else "empty"

    @api_handler
    async def reveal(self, label: str, results: dict[str, str]) -> Events:
        """Reveal results, and offer Undo. A second click on the button does nothing."""
        if not results.items() <= self.everything["results"].items():
            return
        with failing(Notice("The results were not revealed", "{message}"), then=self.load):
            response = await request_client(self).request("POST", _API, {"seen": results})
        token = response.json()["undo"]
        self.revealed = [{"label": label, "results": results, "token": token}]
        undo = ToastAction("Undo", event=type(self).undo(token))
        yield notify("Results revealed", label, action=undo, duration_ms=UNDO_MS)
        await self.load()

    @api_handler
    async def undo(self, token: str) -> Events:
        with failing(Notice("The reveal was not undone", "{message}"), then=self.load):
            await request_client(self).request("POST", f"{_API}/undo", {"undo": token})
        self.revealed = []
        yield notify("Results hidden again")
        await self.load()


def _choice(label: str, nominees: Sequence[dict[str, Any]]) -> Choice:
    return {
        "label": label,
        "names": ", ".join(f"{each['name']} ({each['result']})" for each in nominees),
        "results": {str(each["id"]): each["result"] for each in nominees},
    }


def _card(label: str, nominees: Sequence[dict[str, Any]]) -> Choice:
    return {
        **_choice(label, nominees),
        "time": format_datetime(max(each["revealAt"] for each in nominees)),
        "nominees": [{**each, **_choice(each["name"], [each])} for each in nominees],
    }


def _reveal_button(
    choice: rx.Var[Choice], text: rx.Var[str] | str, variant: Variant, class_name: str = ""
) -> rx.Component:
    """Return a button that reveals something after a question."""
    label, names = choice["label"].to(str), choice["names"].to(str)
    event = RevealConsole.reveal(label, choice["results"].to(dict[str, str]))
    now = button("Reveal now", variant="primary", on_click=event)
    trigger = button(
        text,
        variant=variant,
        aria_label=f"Reveal {label}",
        class_name=f"{class_name} max-md:min-h-11 whitespace-normal!",
    )
    return DialogRoot.create(
        dialog_trigger(trigger),
        alert_dialog_content(
            cancel_button(),
            DialogClose.create(now, as_child=True),
            title=f"Reveal {label} now?",
            description=f"Visitors will see at once: {names}. You can undo it for 10 seconds."
            " Whatever else is hidden keeps its time.",
            testid="reveal-dialog",
        ),
    )


def _category(card: rx.Var[Choice]) -> rx.Component:
    label = card["label"].to(str)
    return rx.el.section(
        rx.el.h2(label, class_name="font-display text-xl font-semibold"),
        rx.el.p("Hidden until ", card["time"].to(str), class_name="mt-1 mb-3 text-sm text-muted"),
        rx.el.ul(rx.foreach(card["nominees"].to(list[Choice]), _nominee)),
        _reveal_button(card, f"Reveal {label}", "primary", "w-full"),
        key=label,
        class_name=_PANEL,
        custom_attrs={"data-testid": "hidden-category"},
    )


def _nominee(nominee: rx.Var[Choice]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(nominee["name"].to(str), class_name="font-medium wrap-anywhere"),
            badge(nominee["result"].to(str), "plum"),
            class_name="min-w-0 flex-1",
        ),
        _reveal_button(nominee, "Reveal", "quiet"),
        key=nominee["id"].to(str),
        class_name="flex items-center gap-3 border-t border-line py-3",
    )


def _revealed(choice: rx.Var[Choice]) -> rx.Component:
    results = choice["results"].to(dict[str, str])
    return rx.el.section(
        rx.el.h2(choice["label"].to(str), class_name="font-medium wrap-anywhere"),
        _SeenByVisitors.create(results=results, time_zone=RevealConsole.time_zone),
        key=choice["token"].to(str),
        class_name=_PANEL,
        custom_attrs={"data-testid": "revealed"},
    )


def reveal_page() -> rx.Component:
    cards = rx.el.div(
        rx.foreach(RevealConsole.cards, _category),
        class_name="grid items-start gap-x-4 md:grid-cols-2 xl:grid-cols-3",
    )
    everything, classes = RevealConsole.everything, "mt-6 max-md:w-full"
    reveal_all = _reveal_button(everything, "Reveal all", "danger", classes)
    hidden = by_phase(
        RevealConsole.phase,
        rx.fragment(cards, reveal_all),
        empty="No results of this edition are hidden. Those under embargo appear here.",
        failed="Could not load the hidden results.",
    )
    watch = _Watch.create(on_change=RevealConsole.load)
    console = rx.fragment(watch, rx.foreach(RevealConsole.revealed, _revealed), hidden)
    locked = message(_ITEM.lock_message, "lock")
    heading = rx.el.h1(_ITEM.label, class_name="font-display text-3xl font-semibold")
    shown = rx.cond(visible_to(_ITEM.roles), console, locked)
    return admin_page(rx.el.div(heading, shown), _ITEM)


def add_reveal_page(app: rx.App) -> None:
    add_admin_page(app, reveal_page, _ITEM, RevealConsole.load)
