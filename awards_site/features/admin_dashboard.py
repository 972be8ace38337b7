"""The dashboard, and the page with everything that is to do."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import reflex as rx

from awards_site.accounts.permissions import Permission
from awards_site.core import clock, paths
from awards_site.core.database.filters import ListParams
from awards_site.core.database.pagination import Page
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime, parse_date_range
from awards_site.core.validation import MAX_INTEGER
from awards_site.features.content.edition import find_edition
from awards_site.features.content.entity import CONTENT_SECTION
from awards_site.features.messages.entity import MESSAGE
from awards_site.features.subscribers.entity import SUBSCRIBER
from awards_site.features.users.entity import USER
from awards_site.portal.controls import button_class
from awards_site.portal.gateway import run
from awards_site.portal.layout import add_admin_page, admin_page, nav_link, screen_link, visible_to
from awards_site.portal.navigation import DASHBOARD, AdminNavItem, nav_item_at, nav_items
from awards_site.portal.recent_changes import RecentChanges, recent_changes
from awards_site.portal.sign_in.state import Account
from awards_site.portal.to_do import ALL, FIRST, ROLES, to_do
from awards_site.records.entity import Entity
from awards_site.records.use_cases import read_list
from awards_site.settings import settings

NEXT_EVENT = "Award Ceremony"
MILESTONES = {"Nominations Open": 30, "Finalists Announced": 60, NEXT_EVENT: 90}
"""Days from today."""
_UNAVAILABLE = "N/A"
"""A card's count if it cannot be read."""
QUOTA_WARNING = 0.9
"""The part of the inbox quota from which staff are warned."""


@dataclass(frozen=True, eq=False)
class Count:
    """A card with the number of an entity's records, linked to its screen.

    The roles that may use the screen see the card.
    """

    label: str
    caption: str
    entity: Entity
    filters: Mapping[str, str] = field(default_factory=dict)
    """The filters of the records that are counted."""
    has_quota: bool = False
    """Whether visitors fill the list, up to the inbox quota."""

    @property
    def nav_item(self) -> AdminNavItem:
        return nav_item_at(self.entity.screen_path)

    def warning(self, stored: int) -> str:
        """Return the warning that the list holds its quota, or nearly so, or ''."""
        quota = settings().inbox_quota
        if not self.has_quota or stored < QUOTA_WARNING * quota:
            return ""
        refused = "are refused now" if stored >= quota else "will then be refused"
        return (
            f"{self.label}: {stored:,} of at most {quota:,} are stored. New ones {refused}. Please"
            " delete old ones, or raise AWARDS_INBOX_QUOTA."
        )


COUNTS = (
    Count("Content Sections", "Editable sections", CONTENT_SECTION),
    Count("Contact Messages", "Unread inquiries", MESSAGE, {"isRead": "false"}, has_quota=True),
    Count("Subscribers", "Newsletter readers", SUBSCRIBER, has_quota=True),
    Count("Admin Users", "Staff accounts", USER),
)


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
            count.label: f"{page.total:,}" if page else _UNAVAILABLE
            for count, page in counted.items()
        }
        self.inbox_warnings = [
            warning
            for count, page in counted.items()
            if page and (warning := count.warning(page.overall))
        ]

    async def _read_edition(self, today: date) -> None:
        """Read the dates that staff have saved; those of `MILESTONES` until then."""
        try:
            edition = await run(find_edition)
        except ApiError:
            return
        dates = [(name, _date(today + timedelta(days=days))) for name, days in MILESTONES.items()]
        self.next_event, self.target = dates[-1]
        if edition:
            by_id = {each.id: (each.title, each.date) for each in edition.milestones}
            dates = list(by_id.values())
            self.next_event, self.target = by_id.get("gala", (NEXT_EVENT, ""))
            if edition.gala_at:
                self.target = format_datetime(edition.gala_at, seconds=True)
        self.milestones = [
            {"name": name, "date": text, "days": _days_until(text, today)} for name, text in dates
        ]

    async def _read(self, count: Count) -> Page[Any] | None:
        # A page beyond the last one has the total, and no personal data.
        params = ListParams(page=MAX_INTEGER, page_size=1, query=count.filters)
        try:
            page: Page[Any] = await run(read_list, count.entity, params)
        except ApiError:
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
                class_name="mt-3 block min-h-10 font-display text-4xl tabular-nums",
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
    links = [nav_link(item, paths.ADMIN) for item in nav_items() if item.path != paths.ADMIN]
    listed = rx.el.ul(*links, class_name="mt-3 -mx-2.5 grid gap-0.5 sm:grid-cols-2")
    return _panel("Quick Access", listed, testid="quick-access")


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
            class_name="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3"
            " sm:grid-cols-2 sm:gap-4 xl:grid-cols-4",
            custom_attrs={"data-testid": "dashboard-counts"},
        ),
        rx.el.div(
            rx.el.div(
                rx.cond(
                    visible_to(sorted(ROLES)),
                    _panel(
                        "To do",
                        to_do("mt-3 grid gap-4"),
                        rx.el.a(
                            "Show everything",
                            href=paths.TO_DO,
                            class_name=f"{button_class()} mt-3",
                        ),
                        testid="to-do",
                    ),
                ),
                _next_event(),
                class_name="grid content-start gap-4",
            ),
            rx.el.div(
                _quick_access(),
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


BEFORE_GALA = AdminNavItem(
    label="Before the gala",
    path=paths.TO_DO,
    icon="list-checks",
    permission=Permission.MANAGE_SHOWCASE,
)


def before_gala_page() -> rx.Component:
    content = rx.el.div(
        rx.el.h1(BEFORE_GALA.label, class_name="font-display text-3xl font-semibold"),
        rx.el.p(
            "What is still to do, drafts included. A link opens the form at the field.",
            class_name="mt-1 text-sm text-muted",
        ),
        to_do(
            "mt-6 gap-4 xl:columns-2 *:mb-4 *:break-inside-avoid-column *:rounded-xl *:border"
            " *:border-line *:bg-white *:p-5"
        ),
        custom_attrs={"data-testid": "to-do-screen"},
    )
    return admin_page(content, BEFORE_GALA)


def add_dashboard_pages(app: rx.App) -> None:
    on_load = (Dashboard.load, RecentChanges.load)
    add_admin_page(app, dashboard_page, DASHBOARD, *on_load, listed_to_do=FIRST)
    add_admin_page(app, before_gala_page, BEFORE_GALA, listed_to_do=ALL)
