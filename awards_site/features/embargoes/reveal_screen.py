"""The reveal console, with which results are revealed on the night, made for a phone."""

import json
from typing import Any

import reflex as rx

from awards_site.core.presentation.texts import format_datetime
from awards_site.core.request_client import RequestError, request_client
from awards_site.features.nominees.admin import time_until_reveal
from awards_site.features.nominees.service import EMBARGO
from awards_site.frontend import react, script
from awards_site.portal.columns import badge
from awards_site.portal.controls import button, pending_button
from awards_site.portal.dialogs import cancel_button
from awards_site.portal.gateway import UNDO_MS, Events, Notice, api_handler, failing
from awards_site.portal.layout import add_admin_page, admin_page, visible_to
from awards_site.portal.management_page import message
from awards_site.portal.navigation import AdminNavItem
from awards_site.portal.recent_changes import by_phase
from awards_site.settings import settings
from awards_site.ui.overlays import DialogRoot, alert_dialog_content
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
_BUTTON = "max-md:min-h-11"
_SCRIPT = script("portal/reveal/reveal.jsx")
_SeenByVisitors = react("SeenByVisitors", _SCRIPT, url=str, values=str, time_zone=str)
_Watch = react("Watch", _SCRIPT, url=str, on_change=rx.EventHandler[rx.event.no_args_event_spec])


class RevealConsole(rx.State):
    """The State of the console."""

    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""
    edition: str = ""
    cards: list[dict[str, Any]] = []
    """The categories as the API has them, with the `time` of their reveal."""
    question: dict[str, str] = {}
    """What is asked before a reveal: `title`, `names` and `text`."""
    revealed: list[dict[str, str]] = []
    """What was revealed here, the latest first: its question, and `url`, `values` and `undo`."""
    time_zone: str = ""
    pending: bool = False

    _year: int = 0
    _scope: dict[str, Any] = {}
    """What the question is about, as the API takes it."""

    @rx.event
    async def load(self) -> None:
        self.time_zone, self.question = settings().timezone, {}
        await self.refresh()

    @rx.event
    async def refresh(self) -> None:
        """Show what has changed. A question stays open."""
        try:
            found = await request_client(self).read(_API)
        except RequestError:
            self.phase = "failed"
            return
        self.edition, self._year = f"{found['edition']} {found['year']}", found["year"]
        cards = found["categories"]
        self.cards = [{**each, "time": format_datetime(each["revealAt"])} for each in cards]
        self.phase = "ready" if cards else "empty"

    @rx.event
    async def ask(self, category: str, nominee_id: int) -> None:
        """Ask before a category ('' for all) or one of its nominees (0 for all) is revealed."""
        cards = [each for each in self.cards if category in {"", each["value"]}]
        nominees = [each for card in cards for each in card["nominees"]]
        found = [each for each in nominees if nominee_id in {0, each["id"]}]
        if not found:
            return
        title = found[0]["name"] if nominee_id else cards[0]["label"] if category else self.edition
        names = ", ".join(f"{each['name']} ({each['result']})" for each in found)
        rest = "What else is hidden keeps its time. " if category else ""
        text = f"Visitors will see at once: {names}. {rest}You can undo it for 10 seconds."
        self.question = {"title": title, "names": names, "text": text}
        self._scope = {
            "year": self._year,
            "category": category or None,
            "nomineeId": nominee_id or None,
            "seen": {each["id"]: each["result"] for each in found},
        }

    @rx.event
    async def close(self) -> None:
        self.question = {}

    @api_handler
    async def reveal(self) -> Events:
        """Reveal what the question is about, and offer Undo."""
        if self.pending or not self.question:
            return
        self.pending = True
        yield None
        with failing(Notice("The results were not revealed", "{message}"), then=self.load):
            response = await request_client(self).request("POST", _API, self._scope)
        made, url = response.json(), f"/api/nominees/year/{self._year}"
        row = {"url": url, "values": json.dumps(made["results"]), "undo": made["undo"]}
        self.revealed = [{**self.question, **row}, *self.revealed]
        undo = ToastAction("Undo", event=type(self).undo(made["undo"]))
        title = self.question["title"]
        yield notify("Results revealed", title, action=undo, duration_ms=UNDO_MS)
        await self.load()

    @api_handler
    async def undo(self, token: str) -> Events:
        with failing(Notice("The reveal was not undone", "{message}"), then=self.load):
            await request_client(self).request("POST", f"{_API}/undo", {"undo": token})
        self.revealed = [each for each in self.revealed if each["undo"] != token]
        yield notify("Results hidden again")
        await self.load()


def _category(card: rx.Var[dict[str, Any]]) -> rx.Component:
    category, label = card["value"].to(str), card["label"].to(str)

    def row(each: rx.Var[dict[str, Any]]) -> rx.Component:
        name, ask = each["name"].to(str), RevealConsole.ask(category, each["id"].to(int))
        return rx.el.li(
            rx.el.div(
                rx.el.p(name, class_name="font-medium wrap-anywhere"),
                badge(each["result"].to(str), "plum"),
                class_name="min-w-0 flex-1",
            ),
            button("Reveal", on_click=ask, aria_label=f"Reveal {name}", class_name=_BUTTON),
            key=each["id"].to(str),
            class_name="flex items-center gap-3 border-t border-line py-3",
        )

    return rx.el.section(
        rx.el.h2(label, class_name="font-display text-xl font-semibold"),
        rx.el.p(
            card["time"].to(str),
            ", ",
            time_until_reveal(card["revealAt"].to(str), over="over"),
            class_name="mt-1 mb-3 text-sm text-muted tabular-nums",
        ),
        rx.el.ul(rx.foreach(card["nominees"].to(list[dict[str, Any]]), row)),
        button(
            f"Reveal {label}",
            variant="primary",
            on_click=RevealConsole.ask(category, 0),
            class_name=f"{_BUTTON} w-full whitespace-normal!",
        ),
        key=category,
        class_name=_PANEL,
        custom_attrs={"data-testid": "hidden-category"},
    )


def _revealed(each: rx.Var[dict[str, str]]) -> rx.Component:
    zone = RevealConsole.time_zone
    seen = _SeenByVisitors.create(url=each["url"], values=each["values"], time_zone=zone)
    hidden = rx.el.p("Visitors do not see it: not published.", class_name="text-sm text-muted")
    return rx.el.li(
        rx.el.p(each["names"], class_name="font-medium wrap-anywhere"),
        rx.cond(each["values"] == "{}", hidden, seen),
        key=each["undo"],
        class_name="border-b border-line py-3 last:border-b-0",
    )


def _question() -> rx.Component:
    title, pending = RevealConsole.question.get("title", ""), RevealConsole.pending
    reveal = RevealConsole.reveal
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            pending_button("Reveal now", "Revealing...", pending, on_click=reveal),
            title=f"Reveal {title} now?",
            description=RevealConsole.question.get("text", ""),
            testid="reveal-dialog",
        ),
        open=title != "",
        on_close=RevealConsole.close,
    )


def reveal_page() -> rx.Component:
    cards = rx.el.div(
        rx.foreach(RevealConsole.cards, _category),
        class_name="grid items-start gap-x-4 md:grid-cols-2 xl:grid-cols-3",
    )
    ask, classes = RevealConsole.ask("", 0), f"{_BUTTON} mt-6 max-md:w-full"
    reveal_all = button("Reveal all", variant="danger", on_click=ask, class_name=classes)
    revealed = rx.el.section(
        rx.el.h2("Revealed", class_name="text-base font-semibold"),
        rx.el.ul(rx.foreach(RevealConsole.revealed, _revealed)),
        class_name=_PANEL,
        custom_attrs={"data-testid": "revealed"},
    )
    hidden = by_phase(
        RevealConsole.phase,
        rx.fragment(cards, reveal_all),
        empty="No results of this edition are hidden. Those under embargo appear here.",
        failed="Could not load the hidden results.",
    )
    console = rx.fragment(
        rx.el.p(RevealConsole.edition, class_name="mt-1 text-muted"),
        _Watch.create(url=_API, on_change=RevealConsole.refresh),
        rx.cond(RevealConsole.revealed, revealed),
        hidden,
        _question(),
    )
    locked = message(_ITEM.lock_message, "lock")
    return admin_page(
        rx.el.div(
            rx.el.h1(_ITEM.label, class_name="font-display text-3xl font-semibold"),
            rx.cond(visible_to(_ITEM.roles), console, locked),
        ),
        _ITEM,
    )


def add_reveal_page(app: rx.App) -> None:
    add_admin_page(app, reveal_page, _ITEM, RevealConsole.load)
