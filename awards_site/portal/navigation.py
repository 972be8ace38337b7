"""The menu of the portal, and the roles that see each item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from awards_site.accounts.permissions import Permission, Role, has_permission
from awards_site.core import paths

_PLURALS = {Role.ADMIN: "administrators", Role.EDITOR: "editors", Role.USER: "users"}


@dataclass(frozen=True, kw_only=True)
class AdminNavItem:
    """An item of the menu, shown to roles with the permission, that leads to a screen."""

    label: str
    path: str
    icon: str
    group: str = ""
    """The heading above the item, one of `GROUPS`."""
    permission: Permission
    creates: str = ""
    """The kind of record that its screen creates, such as 'event'; '' for none."""
    created_by: Permission | None = None
    """The permission to do so, if it is not that of the item."""

    @property
    def slug(self) -> str:
        return self.path.removeprefix(paths.ADMIN).removeprefix("/")

    @property
    def roles(self) -> list[str]:
        return _roles_with(self.permission)

    @property
    def creator_roles(self) -> list[str]:
        """The roles that may create what the screen creates."""
        return _roles_with(self.created_by or self.permission)

    @property
    def lock_message(self) -> str:
        """The message for a role that may not use the screen."""
        users = [name for role, name in _PLURALS.items() if role in self.roles]
        return f"This list is shown to {' and '.join(users)} only."

    @property
    def shows_access_denied(self) -> bool:
        """Whether the screen shows 'Access Denied' to other roles, and not what the API answers."""
        return self.roles == [Role.ADMIN]


def _roles_with(permission: Permission) -> list[str]:
    return [role.value for role in Role if has_permission(role, permission)]


GROUPS = ("", "Programme", "Stories", "Recovery", "People")
"""The headings of the menu; the first group has none."""

DASHBOARD = AdminNavItem(
    label="Dashboard",
    path=paths.ADMIN,
    icon="layout-dashboard",
    permission=Permission.LIST_CONTENT,
)
ACCOUNT = AdminNavItem(
    label="Your Account",
    path=paths.ACCOUNT,
    icon="circle-user-round",
    permission=Permission.LIST_CONTENT,
)
"""The account page, linked from the Settings dialog; it is not in the menu."""

MENU: list[AdminNavItem] = []
"""The items; whoever adds a screen to the app adds its item, in the order within each group."""


def nav_items() -> Sequence[AdminNavItem]:
    """Return the items of the menu in their order."""
    return sorted(MENU, key=lambda item: GROUPS.index(item.group))


def nav_groups() -> Mapping[str, Sequence[AdminNavItem]]:
    """Return the items of the menu by heading."""
    return {group: [*items] for group, items in groupby(nav_items(), lambda item: item.group)}


def nav_item_at(path: str) -> AdminNavItem:
    """Return the item that leads to a screen. Raises KeyError for an unknown path."""
    return {item.path: item for item in MENU}[path]
