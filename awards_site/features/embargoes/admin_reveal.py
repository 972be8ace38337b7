"""The reveal console, with which results are revealed on the night, made for a phone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

import reflex as rx

from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.schemas import as_json
from awards_site.features.embargoes import service
from awards_site.features.embargoes.entity import EMBARGO
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.frontend import react, script
from awards_site.portal.columns import badge
from awards_site.portal.controls import Variant, button, button_class
from awards_site.portal.dialogs import question_button
from awards_site.portal.gateway import UNDO_MS, Events, Notice, api_handler, failing, run
from awards_site.portal.layout import PANEL, add_admin_page, admin_page, visible_to
from awards_site.portal.management_page import message
from awards_site.portal.navigation import AdminNavItem
from awards_site.portal.recent_changes import by_phase
from awards_site.records.undo import undo as take_back
from awards_site.settings import settings
from awards_site.ui.controls import link
from awards_site.ui.toasts import ToastAction, notify

_ITEM = AdminNavItem(
    label="Reveal",
    path="/admin/reveal",
    icon="party-popper",
    group="Programme",
    permission=EMBARGO.managed_by,
)
_SCRIPT = script("portal/reveal/reveal.jsx")
_SeenByVisitors = react(
    "SeenByVisitors", _SCRIPT, results=dict[str, str], pages_follow_from=str, time_zone=str
)
_OpenPages = react("OpenPages", _SCRIPT, pages_follow_from=str, time_zone=str)
_Watch = react("Watch", _SCRIPT, on_change=rx.EventHandler[rx.event.no_args_event_spec])


class Choice(TypedDict):
    """What can be revealed or hidden again."""

    label: str
    names: str
    """The names and the results."""
    results: dict[str, str]
    """The results by id."""


class Revealed(TypedDict):
    """What was revealed, with the token that undoes it."""

    label: str
    results: dict[str, str]
    token: str


class HiddenNominee(Choice):
    """A nominee with what of her `result` is hidden, and what is `shown` since a time."""

    id: int
    name: str
    result: str
    shown: str
    since: str
    again: Choice
    """What of her can be hidden again."""


class Card(Choice):
    """A category, and the time until which its results are hidden, if they are."""

    time: str
    is_shared: bool
    """Whether it has several nominees; a single one needs no button for all."""
    nominees: list[HiddenNominee]


class RevealConsole(rx.State):
    """The State of the console."""

    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""
    everything: Choice = Choice(label="", names="", results={})
    cards: list[Card] = []
    revealed: list[Revealed] = []
    """What was revealed here last, if anything."""
    time_zone: str = ""
    pages_follow_from: str = ""
    """When pages that are open follow a reveal within seconds."""

    _order: list[str] = []
    """The order of the categories, so that no card moves under a thumb."""

    @rx.event
    async def load(self) -> None:
        self.time_zone = settings().timezone
        self._order = []
        try:
            follow_from = await run(service.open_console)
        except ApiError:
            self.phase = "failed"
            return
        self.pages_follow_from = follow_from.isoformat()
        await self.refresh()

    @rx.event
    async def refresh(self) -> None:
        """Read the results again; each card stays where it is."""
        try:
            hidden = await run(service.list_hidden, revealed=True)
        except ApiError:
            self.phase = "failed"
            return
        found = [as_json(each) for each in hidden]
        of_category = defaultdict(list)
        for each in found:
            of_category[each["category"]].append(each)
        # At first, the next awards come before those that are revealed.
        next_first = sorted(found, key=lambda each: not each["result"])
        self._order = [*dict.fromkeys([*self._order, *(each["category"] for each in next_first)])]
        labels, keys = NomineeCategory.labels(), [key for key in self._order if key in of_category]
        self.cards = [_card(labels[key], of_category[key]) for key in keys]
        self.everything = _choice("all results", found, "result")
        self.phase = "ready" if found else "empty"

    @api_handler
    async def reveal(self, label: str, results: dict[str, str]) -> Events:
        """Reveal results, and offer Undo. A second click on the button does nothing."""
        if not results.items() <= self.everything["results"].items():
            return
        with failing(Notice("The results were not revealed", "{message}"), then=self.refresh):
            token = await run(service.reveal_results, _by_id(results))
        self.revealed = [{"label": label, "results": results, "token": token}]
        undo = ToastAction("Undo", event=type(self).undo(token, results))
        yield notify("Results revealed", label, action=undo, duration_ms=UNDO_MS)
        await self.refresh()

    @api_handler
    async def undo(self, token: str, results: dict[str, str]) -> Events:
        """Take back one reveal, which need not be the last."""
        with failing(Notice("The reveal was not undone", "{message}"), then=self.refresh):
            await run(take_back, token)
        async for event in self._hidden(results):
            yield event

    @api_handler
    async def hide(self, shown: dict[str, str]) -> Events:
        """Hide again what was revealed by hand."""
        with failing(Notice("The results were not hidden", "{message}"), then=self.refresh):
            await run(service.hide_again, _by_id(shown))
        async for event in self._hidden(shown):
            yield event

    async def _hidden(self, results: Mapping[str, str]) -> Events:
        """Tell that results are hidden again, unless their embargoes have ended meanwhile."""
        kept = [each for each in self.revealed if results.keys().isdisjoint(each["results"])]
        self.revealed = kept
        await self.refresh()
        if results.keys() <= self.everything["results"].keys():
            yield notify("Results hidden again")
        else:
            text = "Visitors still see results that no embargo hides any more."
            yield notify("Not all are hidden", text, destructive=True)


def _by_id(results: Mapping[str, str]) -> dict[int, str]:
    return {int(key): result for key, result in results.items()}


def _choice(label: str, nominees: Iterable[dict[str, Any]], key: str) -> Choice:
    """Return those of the nominees who have a value at `key`, as one choice."""
    chosen = [each for each in nominees if each[key]]
    return {
        "label": label,
        "names": ", ".join(f"{each['name']} ({each[key]})" for each in chosen),
        "results": {str(each["id"]): each[key] for each in chosen},
    }


def _card(label: str, nominees: Sequence[dict[str, Any]]) -> Card:
    hidden = [each["revealAt"] for each in nominees if each["result"]]
    return {
        **_choice(label, nominees, "result"),
        "time": format_datetime(max(hidden)) if hidden else "",
        "is_shared": len(nominees) > 1,
        "nominees": [
            {
                **_choice(each["name"], [each], "result"),
                "id": each["id"],
                "name": each["name"],
                "result": each["result"],
                "shown": each["shown"],
                "since": format_datetime(each["revealedAt"]) if each["shown"] else "",
                "again": _choice(each["name"], [each], "shown"),
            }
            for each in nominees
        ],
    }


def _reveal_button(
    choice: rx.Var[Choice], text: rx.Var[str] | str, variant: Variant, class_name: str = ""
) -> rx.Component:
    label, names = choice["label"], choice["names"]
    event = RevealConsole.reveal(label, choice["results"])
    classes = f"{class_name} max-md:min-h-11 whitespace-normal!"
    return question_button(
        button(text, variant=variant, aria_label=f"Reveal {label}", class_name=classes),
        button("Reveal now", variant="primary", on_click=event),
        title=f"Reveal {label} now?",
        text=f"Visitors will see at once: {names}. You can undo it for 10 seconds, and hide it"
        " again later. Whatever else is hidden keeps its time.",
        testid="reveal-dialog",
    )


def _hide_button(choice: rx.Var[Choice]) -> rx.Component:
    label, names = choice["label"], choice["names"]
    event = RevealConsole.hide(choice["results"])
    return question_button(
        button("Hide again", aria_label=f"Hide again: {label}", class_name="max-md:min-h-11"),
        button("Hide again", variant="primary", on_click=event),
        title=f"Hide {label} again?",
        text=f"Visitors will no longer see: {names}. Those who have seen it know it.",
        testid="reveal-dialog",
    )


def _category(card: rx.Var[Card]) -> rx.Component:
    label, time = card["label"], card["time"]
    return rx.el.section(
        rx.el.h2(label, class_name="font-display text-xl font-semibold"),
        rx.el.p(
            rx.cond(time != "", f"Hidden until {time}", "Revealed"),
            class_name="mt-1 mb-3 text-sm text-muted",
        ),
        rx.el.ul(rx.foreach(card["nominees"], _nominee)),
        rx.cond(
            card["is_shared"] & (time != ""),
            _reveal_button(card, f"Reveal {label}", "primary", "w-full"),
        ),
        key=label,
        class_name=PANEL,
        custom_attrs={"data-testid": "hidden-category"},
    )


def _nominee(nominee: rx.Var[HiddenNominee]) -> rx.Component:
    result, shown = nominee["result"], nominee["shown"]
    return rx.el.li(
        rx.el.div(
            rx.el.p(nominee["name"], class_name="font-medium wrap-anywhere"),
            rx.cond(result != "", badge(result, "plum")),
            rx.cond(
                shown != "",
                rx.el.p(
                    f"{shown}, revealed {nominee['since']}",
                    class_name="mt-1 text-sm text-muted",
                ),
            ),
            class_name="min-w-0 flex-1 basis-40",
        ),
        rx.cond(shown != "", _hide_button(nominee["again"])),
        rx.cond(result != "", _reveal_button(nominee, "Reveal", "quiet")),
        key=nominee["id"],
        class_name="flex flex-wrap items-center gap-3 border-t border-line py-3",
    )


def _revealed(choice: rx.Var[Revealed]) -> rx.Component:
    return rx.el.section(
        rx.el.h2(choice["label"], class_name="font-medium wrap-anywhere"),
        _SeenByVisitors.create(
            results=choice["results"],
            pages_follow_from=RevealConsole.pages_follow_from,
            time_zone=RevealConsole.time_zone,
        ),
        key=choice["token"],
        class_name=PANEL,
        custom_attrs={"data-testid": "revealed"},
    )


def _empty() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            "No results of this edition are hidden. An embargo hides them until the gala; results"
            " that you enter then appear here.",
            class_name="mt-3 text-sm text-muted",
        ),
        link(
            "Add embargo", href=f"{EMBARGO.screen_path}?new=1", class_name=f"{button_class()} mt-4"
        ),
    )


def reveal_page() -> rx.Component:
    cards = rx.el.div(
        rx.foreach(RevealConsole.cards, _category),
        class_name="grid items-start gap-x-4 md:grid-cols-2 xl:grid-cols-3",
    )
    everything, classes = RevealConsole.everything, "mt-6 max-md:w-full"
    reveal_all = rx.cond(
        everything["names"] != "",
        _reveal_button(everything, "Reveal all", "danger", classes),
    )
    open_pages = _OpenPages.create(
        pages_follow_from=RevealConsole.pages_follow_from, time_zone=RevealConsole.time_zone
    )
    hidden = by_phase(
        RevealConsole.phase,
        rx.fragment(open_pages, cards, reveal_all),
        empty=_empty(),
        failed="Could not load the hidden results.",
    )
    watch = _Watch.create(on_change=RevealConsole.refresh)
    console = rx.fragment(watch, rx.foreach(RevealConsole.revealed, _revealed), hidden)
    locked = message(_ITEM.lock_message, "lock")
    heading = rx.el.h1(_ITEM.label, class_name="font-display text-3xl font-semibold")
    shown = rx.cond(visible_to(_ITEM.roles), console, locked)
    return admin_page(rx.el.div(heading, shown), _ITEM)


def add_reveal_page(app: rx.App) -> None:
    add_admin_page(app, reveal_page, _ITEM, RevealConsole.load)
