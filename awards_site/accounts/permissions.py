"""Roles, permissions, and which role has which permission."""

from collections.abc import Mapping
from enum import Enum, auto

from awards_site.core.validation import LabeledEnum


class Role(LabeledEnum):
    """The roles of staff."""

    ADMIN = "admin", "Admin"
    EDITOR = "editor", "Editor"
    USER = "user", "User"


class Permission(Enum):
    """A permission that a route requires."""

    READ_PUBLIC = auto()
    """Read what is published, and send the contact and newsletter forms."""
    SIGN_IN = auto()
    """Sign in and out, and read the signed-in user."""
    MANAGE_ACCOUNT = auto()
    """Manage one's own sessions and second factors; it needs no second factor."""
    LIST_CONTENT = auto()
    EDIT_CONTENT = auto()
    """Create and edit content sections, and read their history."""
    DELETE_CONTENT = auto()
    MANAGE_SHOWCASE = auto()
    """Read drafts of events, nominees, photos, videos and posts, write them, and upload files."""
    MANAGE_PARTNERS = auto()
    """Read all sponsors and cover pages, and write them."""
    READ_INBOX = auto()
    """Read and delete messages and subscribers."""
    READ_TRASH = auto()
    """List deleted records, and restore those that one may delete."""
    EMPTY_TRASH = auto()
    """Delete records in the Trash permanently."""
    MANAGE_USERS = auto()
    """List, register, change and delete users."""
    READ_AUDIT_LOG = auto()
    """Read and export the audit log."""
    MANAGE_PERSONAL_DATA = auto()
    """Find, export and erase what is stored about a person."""


EVERYONE = frozenset({Permission.READ_PUBLIC, Permission.SIGN_IN})
"""The permissions that need no session."""

_USER = EVERYONE | {Permission.MANAGE_ACCOUNT, Permission.LIST_CONTENT}
_EDITOR = _USER | {
    Permission.EDIT_CONTENT,
    Permission.MANAGE_SHOWCASE,
    Permission.MANAGE_PARTNERS,
    Permission.READ_INBOX,
    Permission.READ_TRASH,
}

GRANTED: Mapping[Role, frozenset[Permission]] = {
    Role.USER: _USER,
    Role.EDITOR: _EDITOR,
    Role.ADMIN: _EDITOR
    | {
        Permission.DELETE_CONTENT,
        Permission.EMPTY_TRASH,
        Permission.MANAGE_USERS,
        Permission.READ_AUDIT_LOG,
        Permission.MANAGE_PERSONAL_DATA,
    },
}


def roles_with(permission: Permission) -> frozenset[Role]:
    return frozenset(role for role in Role if has_permission(role, permission))


def has_permission(role: str | None, permission: Permission) -> bool:
    """Return whether a role has a permission; None is a visitor without a session."""
    if permission in EVERYONE:
        return True
    return role is not None and permission in GRANTED[Role(role)]
