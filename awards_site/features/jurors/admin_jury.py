"""The screen of the jury: progress, then the ranking, and results from it."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.core import paths
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime
from awards_site.features.jurors import links, service
from awards_site.features.jurors.criteria import JURY
from awards_site.features.jurors.entity import JUROR
from awards_site.features.jurors.ranking import Standing
from awards_site.features.nominees.entity import FINALIST, PARTS, WINNER, NomineeCategory
from awards_site.portal.columns import badge
from awards_site.portal.controls import INPUT, button, button_class
from awards_site.portal.dialogs import question_button
from awards_site.portal.gateway import Events, Notice, api_handler, failing, run, sent_notice
from awards_site.portal.layout import PANEL, add_admin_page, admin_page, screen_link, visible_to
from awards_site.portal.management_page import message
from awards_site.portal.navigation import AdminNavItem
from awards_site.portal.recent_changes import by_phase
from awards_site.ui.controls import link
from awards_site.ui.toasts import notify

JURY_ITEM = AdminNavItem(
    label="Jury",
    path="/admin/jury",
    icon="trophy",
    group="Programme",
    permission=JUROR.managed_by,
)
_EXPLAINED = (
    "The corrected mean takes each score as its distance from the juror's own mean in this"
    " category, so that strict and lenient jurors count alike. It may lie a little beyond the"
    " scale."
)


class Line(TypedDict):
    """How far a juror is."""

    name: str
    text: str
    is_finished: bool


class Figures(TypedDict):
    """A nominee's place in the ranking, and why it follows from her scores."""

    place: str
    means: str
    scores: str
    dots: list[str]
    """The places of her scores on the line, such as '25.0%'."""
    look_again: str


class RankedRow(Figures):
    """A nominee in the ranking."""

    id: str
    name: str
    company: str
    notes: list[str]
    """Recusals and comments."""
    result: str


class RankedCard(TypedDict):
    """A category, and until when an embargo hides its results, or ''."""

    key: str
    label: str
    hidden_until: str
    nominees: list[RankedRow]


class JuryScreen(rx.State):
    """The State of the screen."""

    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""
    scoring: str = ""
    """The edition, and when jurors score."""
    is_closed: bool = False
    can_reopen: bool = False
    gala: str = ""
    """Until when an embargo can hide results, or ''."""
    highest: int = 0
    """The best mark of the scale."""
    lines: list[Line] = []
    cards: list[RankedCard] = []
    chosen: dict[str, str] = {}
    """The result that is chosen for each nominee, by her id."""

    @rx.event
    async def load(self) -> None:
        self.phase = ""
        await self.refresh()

    @rx.event
    async def refresh(self) -> None:
        try:
            jury = await run(service.read_jury)
        except ApiError:
            self.phase = "failed"
            return
        self.scoring = f"Edition {jury.year}. {jury.phase}"
        self.is_closed, self.can_reopen = jury.is_closed, jury.can_reopen
        self.highest = jury.highest
        self.gala = format_datetime(jury.gala_at) if jury.gala_at else ""
        self.lines = [
            {
                "name": each.name,
                "text": "; ".join(each.categories),
                "is_finished": each.is_finished,
            }
            for each in jury.jurors
        ]
        self.cards = [_card(each, jury.highest) for each in jury.categories]
        self.chosen = self._results()
        self.phase = "ready" if jury.jurors else "empty"

    @api_handler
    async def remind(self) -> Events:
        with failing(Notice("No link was sent", "{message}")):
            count = await run(links.remind)
        if count:
            sent = sent_notice(f"Links sent to {count} {'juror' if count == 1 else 'jurors'}")
            yield notify(*sent.format(name="each of them"))
        else:
            yield notify("All jurors are done")

    @api_handler
    async def close(self) -> Events:
        with failing(Notice("Scoring was not closed", "{message}"), then=self.refresh):
            await run(service.close_scoring)
        yield notify("Scoring closed")
        await self.refresh()

    @api_handler
    async def reopen(self) -> Events:
        with failing(Notice("Scoring was not reopened", "{message}"), then=self.refresh):
            await run(service.reopen_scoring)
        yield notify("Scoring reopened")
        await self.refresh()

    @rx.event
    async def choose(self, nominee: str, result: str) -> None:
        self.chosen = {**self.chosen, nominee: result}

    @api_handler
    async def hide(self) -> Events:
        """Create the embargo that hides all results of the edition until the gala."""
        with failing(Notice("No embargo was created", "{message}"), then=self.refresh):
            until = await run(service.hide_until_gala)
        yield notify("Embargo created", f"Results are hidden until {until}.")
        await self._refresh_and_keep_chosen()

    @api_handler
    async def enter(self, category: str) -> Events:
        """Enter the chosen results of a category."""
        card = next((each for each in self.cards if each["key"] == category), None)
        if card is None:
            return
        rows = card["nominees"]
        results = {int(row["id"]): self.chosen[row["id"]] for row in rows if self.chosen[row["id"]]}
        seen = {int(row["id"]): row["result"] for row in rows}
        with failing(
            Notice("No results were entered", "{message}"), then=self._refresh_and_keep_chosen
        ):
            await run(service.enter_results, category, results, seen)
        yield notify("Results entered", f"{card['label']}: hidden until {card['hidden_until']}.")
        await self._refresh_and_keep_chosen()

    async def _refresh_and_keep_chosen(self) -> None:
        """Read the jury again; what is chosen stays where the result is what it was."""
        chosen, former = self.chosen, self._results()
        await self.refresh()
        kept = {
            key: chosen[key] for key, each in self._results().items() if former.get(key) == each
        }
        self.chosen = {**self.chosen, **kept}

    def _results(self) -> dict[str, str]:
        return {row["id"]: row["result"] for card in self.cards for row in card["nominees"]}


def _card(ranked: service.RankedCategory, highest: int) -> RankedCard:
    until = ranked.hidden_until
    return {
        "key": ranked.category,
        "label": NomineeCategory.labels()[ranked.category],
        "hidden_until": format_datetime(until) if until else "",
        "nominees": [_row(each, highest) for each in ranked.nominees],
    }


def _row(nominee: service.RankedNominee, highest: int) -> RankedRow:
    notes = [f"{each.juror} cannot judge her: {each.text.lower()}" for each in nominee.recusals]
    notes += [f"{each.juror}: {each.text}" for each in nominee.comments]
    return {
        "id": str(nominee.id),
        "name": nominee.name,
        "company": nominee.company,
        "notes": notes,
        "result": nominee.result,
        **_figures(nominee.standing, highest),
    }


def _figures(standing: Standing | None, highest: int) -> Figures:
    if standing is None:
        return {
            "place": "-",
            "means": "No score",
            "scores": "",
            "dots": [],
            "look_again": "nobody has scored her",
        }
    count = len(standing.scores)
    scores = ", ".join(f"{each:.2f}" for each in standing.scores)
    return {
        "place": f"{standing.rank}{' (tie)' if standing.is_tied else ''}",
        "means": f"Mean {standing.mean:.2f}, corrected {standing.corrected:.2f}"
        f" (place {standing.corrected_rank})",
        "scores": f"{count} {'score' if count == 1 else 'scores'}, spread"
        f" {standing.spread:.2f}: {scores}",
        "dots": [f"{(each - 1) / (highest - 1) * 100:.1f}%" for each in standing.scores],
        "look_again": standing.look_again,
    }


def _question(
    label: str, title: str, text: Any, event: Any, variant: Any = "quiet"
) -> rx.Component:
    """Return a button that does something after a question."""
    return question_button(
        button(label, variant=variant),
        button(label, variant="primary", on_click=event),
        title=title,
        text=text,
        testid="jury-dialog",
    )


def _tools() -> rx.Component:
    settings = f"{paths.ADMIN}/content?new={JURY.identifier}"
    close = _question(
        "Close scoring",
        "Close scoring now?",
        "Jurors can score no more, and all staff see the ranking.",
        JuryScreen.close,
    )
    reopen = _question(
        "Reopen scoring",
        "Reopen scoring?",
        "Jurors can score again until the deadline, after staff have seen the ranking. The audit"
        " log says so.",
        JuryScreen.reopen,
    )
    return rx.el.div(
        screen_link("Jurors", href=JUROR.screen_path, class_name=button_class()),
        screen_link("Criteria and deadline", href=settings, class_name=button_class()),
        rx.cond(
            JuryScreen.is_closed,
            rx.cond(JuryScreen.can_reopen, reopen),
            rx.fragment(button("Send links and reminders", on_click=JuryScreen.remind), close),
        ),
        class_name="mt-4 flex flex-wrap gap-2",
    )


def _line(line: rx.Var[Line]) -> rx.Component:
    return rx.el.li(
        rx.el.span(line["name"], class_name="font-medium wrap-anywhere"),
        rx.cond(line["is_finished"], badge("Done", "success")),
        rx.el.span(line["text"], class_name="basis-full text-sm text-muted"),
        class_name="flex flex-wrap items-center gap-x-3 border-t border-line py-2.5",
    )


def _category(card: rx.Var[RankedCard]) -> rx.Component:
    key, label, until = card["key"], card["label"], card["hidden_until"]
    minutes = f"/api/admin/jury/{key}/minutes"
    hidden = f"Visitors see no results of this category until {until}."
    return rx.el.section(
        rx.el.h2(label, class_name="font-display text-xl font-semibold"),
        rx.el.ol(rx.foreach(card["nominees"], _nominee), class_name="mt-3"),
        rx.el.p(
            rx.cond(until != "", hidden, "No embargo hides the results of this category."),
            class_name="text-sm text-muted",
        ),
        rx.el.div(
            rx.cond(
                until != "",
                _question(
                    "Enter results",
                    "Enter these results?",
                    f"They replace those of {label}. {hidden}",
                    JuryScreen.enter(key),
                    "primary",
                ),
                _embargo(),
            ),
            link("Minutes (PDF)", href=f"{minutes}.pdf", class_name=button_class()),
            link("Minutes (CSV)", href=f"{minutes}.csv", download="", class_name=button_class()),
            link(
                "Anonymous minutes (PDF)",
                href=f"{minutes}.pdf?anonymous=true",
                class_name=button_class(),
            ),
            class_name="mt-3 flex flex-wrap gap-2",
        ),
        key=key,
        class_name=PANEL,
        custom_attrs={"data-testid": "ranked-category"},
    )


def _embargo() -> rx.Component:
    """Return the button that creates the embargo, or what is missing for it."""
    edition = {"href": f"{paths.ADMIN}/content?new=edition", "class_name": "text-plum underline"}
    return rx.cond(
        JuryScreen.gala != "",
        button("Create an embargo until the gala", variant="primary", on_click=JuryScreen.hide),
        rx.el.p(
            "Results are entered under an embargo until the gala, whose time is missing in the ",
            rx.el.a("settings of the edition", **edition),
            ".",
            class_name="basis-full text-sm",
        ),
    )


def _nominee(row: rx.Var[RankedRow]) -> rx.Component:
    name, again = row["name"], row["look_again"]
    dots = rx.foreach(
        row["dots"],
        lambda dot: rx.el.span(
            style={"left": dot},
            class_name="absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full"
            " bg-plum/60 forced-color-adjust-none",
        ),
    )
    chart = rx.el.div(
        "1",
        rx.el.span(dots, class_name="relative h-px flex-1 bg-muted forced-color-adjust-none"),
        JuryScreen.highest,
        aria_hidden="true",
        class_name="my-1 flex max-w-md items-center gap-3 text-xs text-muted tabular-nums",
    )
    result = rx.el.select(
        rx.el.option("No result", value=""),
        *(rx.el.option(PARTS[each], value=each) for each in (FINALIST, WINNER)),
        value=JuryScreen.chosen[row["id"]],
        on_change=lambda value: JuryScreen.choose(row["id"], value),
        aria_label=f"Result of {name}",
        class_name=f"{INPUT} w-auto!",
    )
    return rx.el.li(
        rx.el.span(row["place"], class_name="w-14 flex-none font-semibold tabular-nums"),
        rx.el.div(
            rx.el.p(name, class_name="font-medium wrap-anywhere"),
            rx.el.p(row["company"], class_name="text-sm text-muted wrap-anywhere"),
            rx.el.p(row["means"], class_name="mt-1 text-sm"),
            chart,
            rx.el.p(row["scores"], class_name="text-sm text-muted"),
            rx.cond(again != "", rx.el.p("Look again: ", again, class_name="mt-1 text-sm")),
            rx.foreach(
                row["notes"],
                lambda note: rx.el.p(
                    note, class_name="mt-1 text-sm whitespace-pre-line wrap-anywhere"
                ),
            ),
            class_name="min-w-0 flex-1 basis-52",
        ),
        result,
        key=row["id"],
        class_name="flex flex-wrap items-start gap-3 border-t border-line py-3",
    )


def _empty() -> rx.Component:
    text = "Nobody is on the jury of this edition. Add jurors, then send them their links."
    return rx.el.p(text, class_name="mt-3 text-sm text-muted")


def jury_page() -> rx.Component:
    progress = rx.el.section(
        rx.el.h2("Progress", class_name="font-display text-xl font-semibold"),
        rx.el.ul(rx.foreach(JuryScreen.lines, _line), class_name="mt-2"),
        class_name=PANEL,
    )
    content = by_phase(
        JuryScreen.phase,
        rx.fragment(
            rx.cond(
                JuryScreen.is_closed, rx.el.p(_EXPLAINED, class_name="mt-4 text-sm text-muted")
            ),
            rx.foreach(JuryScreen.cards, _category),
            progress,
        ),
        empty=_empty(),
        failed="Could not load the jury.",
    )
    shown = rx.fragment(
        rx.el.p(JuryScreen.scoring, class_name="mt-1 text-muted"), _tools(), content
    )
    locked = message(JURY_ITEM.lock_message, "lock")
    heading = rx.el.h1(JURY_ITEM.label, class_name="font-display text-3xl font-semibold")
    return admin_page(
        rx.el.div(heading, rx.cond(visible_to(JURY_ITEM.roles), shown, locked)), JURY_ITEM
    )


def add_jury_page(app: rx.App) -> None:
    add_admin_page(app, jury_page, JURY_ITEM, JuryScreen.load)
