"""The dashboard."""

import asyncio
from collections.abc import Mapping
from datetime import date, timedelta
from itertools import groupby
from typing import Any

import reflex as rx

from awards_site.accounts.permissions import Permission, roles_with
from awards_site.core import clock, paths
from awards_site.core.presentation.texts import format_datetime, parse_date_range
from awards_site.core.request_client import RequestError, request_client
from awards_site.core.validation import MAX_INTEGER
from awards_site.portal.controls import button
from awards_site.portal.layout import add_admin_page, admin_page, screen_link, visible_to
from awards_site.portal.navigation import DASHBOARD, nav_items
from awards_site.portal.recent_changes import COUNTS, Count, RecentChanges, by_phase, recent_changes
from awards_site.portal.sign_in.state import Account

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


NEXT_EVENT = "Award Ceremony"
MILESTONES = {"Nominations Open": 30, "Finalists Announced": 60, NEXT_EVENT: 90}
"""Days from today."""
_UNAVAILABLE = "N/A"
"""A card's count if it cannot be read."""


class Dashboard(rx.State):
    """The State of the dashboard."""

    today: str = ""
    counts: dict[str, str] = {}
    """The formatted count of each card, by label."""
    inbox_warnings: list[str] = []
    """What staff should know about inboxes that are nearly full."""
    milestones: list[dict[str, str]] = []
    next_event: str = ""
    target: str = ""

    @rx.event
    async def load(self) -> None:
        account = await self.get_state(Account)
        if account.phase != "signed-in":
            return
        today = clock.today()
        self.today = f"{today:%A, %B} {today.day}, {today.year}"
        await self._read_edition(today)
        shown = [count for count in COUNTS if account.role in count.nav_item.roles]
        pages = await asyncio.gather(*(self._read(count) for count in shown))
        counted = dict(zip(shown, pages, strict=True))
        self.counts = {
            count.label: f"{page['total']:,}" if page else _UNAVAILABLE
            for count, page in counted.items()
        }
        self.inbox_warnings = [
            warning for count, page in counted.items() if page and (warning := count.warning(page))
        ]

    async def _read_edition(self, today: date) -> None:
        """Read the dates that staff have saved; those of `MILESTONES` until then."""
        try:
            blocks = await request_client(self).read("/api/content-blocks?identifier=edition")
        except RequestError:
            return
        dates = [(name, _date(today + timedelta(days=days))) for name, days in MILESTONES.items()]
        self.next_event, self.target = dates[-1]
        if blocks:
            edition = blocks[0]["texts"]
            by_id = {each["id"]: (each["title"], each["date"]) for each in edition["milestones"]}
            dates = list(by_id.values())
            self.next_event, self.target = by_id.get("gala", (NEXT_EVENT, ""))
            if edition["galaAt"]:
                self.target = format_datetime(edition["galaAt"], seconds=True)
        self.milestones = [
            {"name": name, "date": text, "days": _days_until(text, today)} for name, text in dates
        ]

    async def _read(self, count: Count) -> dict[str, int] | None:
        try:
            # A page beyond the last one has the total, and no personal data.
            page: dict[str, int] = await request_client(self).read(
                f"{count.list_path}page={MAX_INTEGER}&pageSize=1"
            )
        except RequestError:
            return None
        return page


def _date(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def _days_until(text: str, today: date) -> str:
    first, _ = parse_date_range(text) or (today, today)
    days = (first - today).days
    return f"in {days} {'day' if days == 1 else 'days'}" if days > 0 else ""


def _card(count: Count) -> rx.Component:
    number = Dashboard.counts.get(count.label, "")
    return rx.cond(
        visible_to(count.nav_item.roles),
        screen_link(
            rx.el.span(
                rx.el.span(count.label, class_name="text-sm font-medium"),
                rx.icon(count.nav_item.icon, size=18, class_name="text-gold-ink"),
                class_name="flex items-center justify-between gap-3",
            ),
            rx.el.span(
                rx.cond(
                    number == "",
                    rx.el.span(
                        rx.el.span("Loading...", class_name="sr-only"),
                        class_name="inline-block h-8 w-14 animate-pulse rounded-sm bg-line",
                    ),
                    number,
                ),
                class_name="mt-3 block h-10 font-display text-4xl tabular-nums",
            ),
            rx.el.span(count.caption, class_name="mt-1 block text-xs text-muted"),
            href=count.nav_item.path,
            class_name=(
                "rounded-xl border border-line bg-white p-4 transition-colors sm:p-5"
                " hover:border-gold motion-reduce:transition-none"
            ),
            custom_attrs={"data-testid": f"count-{count.nav_item.slug}"},
        ),
    )


def _panel(title: str, *body: rx.Component, testid: str) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, id=testid, class_name="text-base font-semibold"),
        *body,
        aria_labelledby=testid,
        class_name="rounded-xl border border-line bg-white p-5",
        custom_attrs={"data-testid": testid},
    )


def _quick_access() -> rx.Component:
    return _panel(
        "Quick Access",
        rx.el.ul(
            *(
                rx.cond(
                    visible_to(item.roles),
                    rx.el.li(
                        screen_link(
                            rx.icon(item.icon, size=17, class_name="flex-none text-gold-ink"),
                            item.label,
                            href=item.path,
                            class_name=(
                                "flex min-h-10 items-center gap-3 rounded-md px-2.5 text-sm"
                                " hover:bg-ground"
                            ),
                        )
                    ),
                )
                for item in nav_items()
                if item.path != paths.ADMIN
            ),
            class_name="mt-3 -mx-2.5 grid gap-0.5 sm:grid-cols-2",
        ),
        testid="quick-access",
    )


def _next_event() -> rx.Component:
    return _panel(
        "Next Event",
        rx.el.p(
            Dashboard.next_event,
            rx.el.span(Dashboard.target, class_name="ml-2 text-sm font-sans text-muted"),
            class_name="mt-3 font-display text-2xl text-plum",
        ),
        rx.el.ol(
            rx.foreach(
                Dashboard.milestones,
                lambda each: rx.el.li(
                    rx.el.span(each["name"], class_name="font-medium"),
                    rx.el.span(
                        rx.el.span(each["date"], class_name="sm:order-2 sm:min-w-28"),
                        rx.el.span(each["days"], class_name="text-muted empty:hidden"),
                        class_name="grid text-right tabular-nums sm:flex sm:gap-4",
                    ),
                    class_name=(
                        "flex items-baseline justify-between gap-4 border-t border-line py-2.5"
                        " text-sm"
                    ),
                    key=each["name"],
                ),
            ),
            class_name="mt-4",
        ),
        testid="next-event",
    )


def _dashboard() -> rx.Component:
    return rx.el.div(
        rx.el.header(
            rx.el.h1("Welcome, ", Account.name, class_name="font-display text-3xl font-semibold"),
            rx.el.p(Dashboard.today, class_name="mt-1 min-h-6 text-sm text-muted"),
        ),
        rx.foreach(
            Dashboard.inbox_warnings,
            lambda warning: rx.el.p(
                warning,
                role="status",
                class_name="mt-4 rounded-xl border border-danger bg-white p-4 text-sm",
                key=warning,
            ),
        ),
        rx.el.div(
            *(_card(count) for count in COUNTS),
            class_name="mt-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4",
            custom_attrs={"data-testid": "dashboard-counts"},
        ),
        rx.el.div(
            rx.el.div(_quick_access(), _next_event(), class_name="grid content-start gap-4"),
            rx.el.div(
                rx.cond(visible_to(sorted(ROLES)), _panel("To do", to_do(), testid="to-do")),
                _panel(
                    "Website Activity",
                    rx.el.p(
                        "No activity data available yet.", class_name="mt-3 text-sm text-muted"
                    ),
                    testid="website-activity",
                ),
                _panel("Recent changes", recent_changes(), testid="recent-changes"),
                class_name="grid content-start gap-4",
            ),
            class_name="mt-4 grid items-start gap-4 xl:grid-cols-2",
        ),
        custom_attrs={"data-testid": "dashboard"},
    )


def dashboard_page() -> rx.Component:
    return admin_page(_dashboard(), DASHBOARD)


def add_dashboard_page(app: rx.App) -> None:
    add_admin_page(app, dashboard_page, DASHBOARD, Dashboard.load, RecentChanges.load, ToDo.load)
