"""The counts of the dashboard: which lists they count, and when an inbox is nearly full."""

from collections.abc import Mapping
from dataclasses import dataclass

from awards_site.admin.navigation import AdminNavItem, nav_item_at
from awards_site.core import paths
from awards_site.settings import settings

QUOTA_WARNING = 0.9
"""The part of the inbox quota from which staff are warned."""


@dataclass(frozen=True)
class Count:
    """A card with the total of the list at `list_path`, linked to the screen at `path`.

    The roles that may use the screen see the card.
    """

    label: str
    caption: str
    list_path: str
    path: str
    has_quota: bool = False
    """Whether visitors fill the list, up to the inbox quota."""

    @property
    def nav_item(self) -> AdminNavItem:
        return nav_item_at(self.path)

    def warning(self, page: Mapping[str, int]) -> str:
        """Return the warning that the list holds its quota, or nearly so, or ''."""
        stored, quota = page["overall"], settings().inbox_quota
        if not self.has_quota or stored < QUOTA_WARNING * quota:
            return ""
        refused = "are refused now" if stored >= quota else "will then be refused"
        return (
            f"{self.label}: {stored:,} of at most {quota:,} are stored. New ones {refused}. Please"
            " delete old ones, or raise AWARDS_INBOX_QUOTA."
        )


COUNTS = (
    Count("Content Sections", "Editable sections", "/api/content?", "/admin/content"),
    Count(
        "Contact Messages",
        "Unread inquiries",
        "/api/admin/contact?isRead=false&",
        paths.MESSAGES,
        has_quota=True,
    ),
    Count(
        "Subscribers",
        "Newsletter readers",
        "/api/admin/subscriptions?",
        "/admin/subscribers",
        has_quota=True,
    ),
    Count("Admin Users", "Staff accounts", "/api/users?", "/admin/users"),
)
