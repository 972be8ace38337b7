"""The latest changes, on the dashboard."""

import reflex as rx

from awards_site.core.audit.models import Action, RecentChange
from awards_site.core.errors import ApiError
from awards_site.core.presentation.texts import format_datetime, plural
from awards_site.portal.gateway import run
from awards_site.portal.sign_in.state import Account
from awards_site.records.audit import read_recent_changes
from awards_site.settings import settings

_TEXT = "mt-3 text-sm text-muted"


def by_phase(
    phase: rx.Var[str] | str, content: rx.Component, *, empty: str | rx.Component, failed: str
) -> rx.Component:
    """Return the content if `phase` is 'ready', and else what 'empty', 'failed' or '' means."""
    return rx.match(
        phase,
        ("ready", content),
        ("empty", rx.el.p(empty, class_name=_TEXT) if isinstance(empty, str) else empty),
        ("failed", rx.el.p(failed, role="alert", class_name=_TEXT)),
        rx.el.p("Loading...", role="status", class_name=_TEXT),
    )


MAX_CHANGES = 8

_ICONS = {
    "created": "plus",
    "updated": "pencil",
    "published": "eye",
    "unpublished": "eye-off",
    "activated": "star",
    "revealed": "lock-keyhole-open",
    "hidden-again": "lock-keyhole",
    "deactivated": "star-off",
    "deleted": "trash-2",
    "restored": "undo-2",
    "deleted-permanently": "trash-2",
    "role-changed": "user-cog",
}


class RecentChanges(rx.State):
    """The most recent changes that the user's role may see."""

    changes: list[dict[str, str]] = []
    """The keys are those of `_change`."""
    time_zone: str = ""
    """The programme's time zone, in which times are shown."""
    phase: str = ""
    """'' while loading, then 'ready', 'empty' or 'failed'."""

    @rx.event
    async def load(self) -> None:
        account = await self.get_state(Account)
        if account.phase != "signed-in":
            return
        self.time_zone = settings().timezone
        try:
            entries = await run(read_recent_changes, MAX_CHANGES)
        except ApiError:
            self.phase = "failed"
            return
        self.changes = [_change(each) for each in entries]
        self.phase = "ready" if entries else "empty"


def _change(entry: RecentChange) -> dict[str, str]:
    """Return the display values of an audit log entry, with its time in the programme's zone."""
    count, kind = entry.record_count, entry.record_type
    return {
        "id": str(entry.id),
        "user_name": entry.user_name,
        "action": entry.action,
        "action_label": Action.labels().get(entry.action, entry.action),
        "record_type": kind if count == 1 else f"{count:,} {plural(kind)}",
        "name": entry.name or (f"#{entry.record_id}" if count == 1 else ""),
        "time_label": format_datetime(entry.created_at),
        "datetime": entry.created_at.isoformat(),
    }


def recent_changes() -> rx.Component:
    """Return the list of recent changes, or its loading, empty or error state."""
    return by_phase(
        RecentChanges.phase,
        rx.el.div(
            rx.el.ol(rx.foreach(RecentChanges.changes, _item), class_name="mt-2 text-sm"),
            rx.el.p(
                f"Times are in {RecentChanges.time_zone}.", class_name="mt-2 text-xs text-muted"
            ),
        ),
        empty="No changes yet.",
        failed="Could not load recent changes.",
    )


def _item(each: rx.Var[dict[str, str]]) -> rx.Component:
    icons = [(action, rx.icon(icon, size=15)) for action, icon in _ICONS.items()]
    return rx.el.li(
        rx.el.span(
            rx.match(each["action"], *icons, rx.icon("dot", size=15)),
            class_name="mt-0.5 flex-none text-gold-ink",
        ),
        rx.el.span(
            rx.el.span(each["user_name"], class_name="font-medium"),
            f" {each['action_label']} the {each['record_type']} ",
            rx.el.span(each["name"], class_name="font-medium"),
            class_name="min-w-0 flex-1 basis-40",
        ),
        rx.el.time(
            each["time_label"],
            date_time=each["datetime"],
            class_name="ml-auto text-xs leading-5 text-muted tabular-nums",
        ),
        key=each["id"],
        class_name="flex flex-wrap items-start gap-x-3 border-b border-line py-2.5 last:border-b-0",
    )
