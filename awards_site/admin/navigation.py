"""The sidebar's entries, with their paths and the roles that see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from awards_site.auth.permissions import Permission, Role, has_permission
from awards_site.core import paths


@dataclass(frozen=True)
class Entry:
    """An entry of the sidebar, shown to roles with the permission `visible_to`.

    For other roles, a `guarded` screen shows 'Access Denied'; other screens rely on the API.
    """

    label: str
    slug: str
    icon: str
    visible_to: Permission
    guarded: bool = False

    @property
    def path(self) -> str:
        return f"{paths.ADMIN}/{self.slug}".rstrip("/")

    @property
    def roles(self) -> list[str]:
        return [role.value for role in Role if has_permission(role, self.visible_to)]


GROUPS = {
    "": (
        Entry("Dashboard", "", "layout-dashboard", Permission.LIST_CONTENT),
        Entry("Content Editor", "content", "file-pen-line", Permission.LIST_CONTENT),
    ),
    "Programme": (
        Entry("Events", "events", "calendar-days", Permission.MANAGE_SHOWCASE),
        Entry("Nominees", "nominees", "award", Permission.MANAGE_SHOWCASE),
        Entry("Sponsors", "sponsors", "handshake", Permission.MANAGE_PARTNERS),
        Entry("Cover Pages", "cover-pages", "panels-top-left", Permission.MANAGE_PARTNERS),
    ),
    "Stories": (
        Entry("Blog", "blog", "newspaper", Permission.MANAGE_SHOWCASE),
        Entry("Photo Gallery", "photos", "images", Permission.MANAGE_SHOWCASE),
        Entry("Video Gallery", "videos", "clapperboard", Permission.MANAGE_SHOWCASE),
    ),
    "People": (
        Entry("Contact Messages", "messages", "inbox", Permission.READ_INBOX),
        Entry("Subscribers", "subscribers", "mails", Permission.READ_INBOX),
        Entry("User Management", "users", "users-round", Permission.MANAGE_USERS, guarded=True),
        Entry(
            "Personal Data",
            "personal-data",
            "fingerprint",
            Permission.MANAGE_PERSONAL_DATA,
            guarded=True,
        ),
    ),
}
"""The entries of the sidebar by group heading; the first group has none."""


ACCOUNT = Entry("Your Account", "account", "circle-user-round", Permission.LIST_CONTENT)
"""The page to which the account menu's 'Settings' lead; it is not in the sidebar."""


def entries() -> Iterator[Entry]:
    return chain.from_iterable(GROUPS.values())


def entry_at(path: str) -> Entry:
    """Return the entry of a page's path. Raises LookupError for an unknown path."""
    found = next((entry for entry in (*entries(), ACCOUNT) if entry.path == path), None)
    if found is None:
        raise LookupError(f"No entry of admin/navigation.py leads to {path}; add one")
    return found
