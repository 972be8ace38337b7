"""The sidebar's entries, with their paths and the roles that see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from awards_site.accounts.permissions import Permission, Role, has_permission
from awards_site.core import paths


@dataclass(frozen=True)
class AdminNavItem:
    """An item of the sidebar, shown to roles with the given permission.

    For other roles, its screen shows 'Access Denied' if `shows_access_denied` is set, and otherwise
    relies on the API.
    """

    label: str
    slug: str
    icon: str
    permission: Permission
    shows_access_denied: bool = False
    creates: str = ""
    """What its screen creates, such as 'event'; '' for nothing."""
    created_by: Permission | None = None
    """The permission to do so, if it is not that of the item."""

    @property
    def path(self) -> str:
        return f"{paths.ADMIN}/{self.slug}".rstrip("/")

    @property
    def roles(self) -> list[str]:
        return _roles_with(self.permission)

    @property
    def creator_roles(self) -> list[str]:
        """The roles that may create what the screen creates."""
        return _roles_with(self.created_by or self.permission)


def _roles_with(permission: Permission) -> list[str]:
    return [role.value for role in Role if has_permission(role, permission)]


NAV_GROUPS = {
    "": (
        AdminNavItem("Dashboard", "", "layout-dashboard", Permission.LIST_CONTENT),
        AdminNavItem(
            "Content Editor",
            "content",
            "file-pen-line",
            Permission.LIST_CONTENT,
            creates="content section",
            created_by=Permission.EDIT_CONTENT,
        ),
    ),
    "Programme": (
        AdminNavItem(
            "Events", "events", "calendar-days", Permission.MANAGE_SHOWCASE, creates="event"
        ),
        AdminNavItem(
            "Nominees", "nominees", "award", Permission.MANAGE_SHOWCASE, creates="nominee"
        ),
        AdminNavItem(
            "Embargoes", "embargoes", "lock-keyhole", Permission.MANAGE_SHOWCASE, creates="embargo"
        ),
        AdminNavItem(
            "Sponsors", "sponsors", "handshake", Permission.MANAGE_PARTNERS, creates="sponsor"
        ),
        AdminNavItem(
            "Cover Pages",
            "cover-pages",
            "panels-top-left",
            Permission.MANAGE_PARTNERS,
            creates="cover page",
        ),
    ),
    "Stories": (
        AdminNavItem("Blog", "blog", "newspaper", Permission.MANAGE_SHOWCASE, creates="blog post"),
        AdminNavItem(
            "Photo Gallery", "photos", "images", Permission.MANAGE_SHOWCASE, creates="photo"
        ),
        AdminNavItem(
            "Video Gallery", "videos", "clapperboard", Permission.MANAGE_SHOWCASE, creates="video"
        ),
        AdminNavItem("Media", "media", "gallery-thumbnails", Permission.MANAGE_SHOWCASE),
    ),
    "Recovery": (AdminNavItem("Trash", "trash", "trash-2", Permission.READ_TRASH),),
    "People": (
        AdminNavItem("Contact Messages", "messages", "inbox", Permission.READ_INBOX),
        AdminNavItem("Subscribers", "subscribers", "mails", Permission.READ_INBOX),
        AdminNavItem(
            "User Management",
            "users",
            "users-round",
            Permission.MANAGE_USERS,
            shows_access_denied=True,
            creates="user",
        ),
        AdminNavItem(
            "Audit Log", "audit", "scroll-text", Permission.READ_AUDIT_LOG, shows_access_denied=True
        ),
        AdminNavItem(
            "Personal Data",
            "personal-data",
            "fingerprint",
            Permission.MANAGE_PERSONAL_DATA,
            shows_access_denied=True,
        ),
    ),
}
"""The entries of the sidebar by group heading; the first group has none."""


ACCOUNT = AdminNavItem("Your Account", "account", "circle-user-round", Permission.LIST_CONTENT)
"""The account page, linked from the Settings dialog; it is not in the sidebar."""


def nav_items() -> Iterator[AdminNavItem]:
    return chain.from_iterable(NAV_GROUPS.values())


def nav_item_at(path: str) -> AdminNavItem:
    """Return the item of a page's path. Raises LookupError for an unknown path."""
    found = next((item for item in (*nav_items(), ACCOUNT) if item.path == path), None)
    if found is None:
        raise LookupError(f"No item of admin/navigation.py leads to {path}; add one")
    return found
