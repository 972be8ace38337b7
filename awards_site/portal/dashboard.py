"""The dashboard, and the page with everything that is to do."""

import asyncio
from datetime import date, timedelta

import reflex as rx

from awards_site.accounts.permissions import Permission
from awards_site.core import clock, paths
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime, parse_date_range
from awards_site.core.request_client import request_client
from awards_site.core.validation import MAX_INTEGER
from awards_site.portal.controls import button_class
from awards_site.portal.layout import add_admin_page, admin_page, nav_link, screen_link, visible_to
from awards_site.portal.navigation import DASHBOARD, AdminNavItem, nav_items
from awards_site.portal.recent_changes import COUNTS, Count, RecentChanges, recent_changes
from awards_site.portal.sign_in.state import Account
from awards_site.portal.to_do import ALL, FIRST, ROLES, to_do

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
        except ApiError:
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
            class_name="mt-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4",
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
