"""FastAPI dependencies: the current user, and `allow(Permission.X)`, which every route declares."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from fastapi.requests import HTTPConnection

from awards_site.auth import sessions
from awards_site.auth.models import User
from awards_site.auth.permissions import Permission, has_permission
from awards_site.core.database import reading, writing
from awards_site.core.errors import Forbidden, Unauthorized
from awards_site.core.request_context import identify


def current_user(connection: HTTPConnection) -> User | None:
    """Return the user of the session cookie, or None."""
    token = connection.cookies.get(sessions.COOKIE)
    if not token:
        return None
    with reading() as session:
        found = sessions.find_user(session, token)
    if found is None:
        return None
    user, user_session = found
    identify(user.id, user.name)
    if sessions.needs_touch(user_session):
        with writing() as session:
            sessions.touch(session, user_session)
    return user


Caller = Annotated[User | None, Depends(current_user)]


@dataclass(frozen=True)
class RequirePermission:
    """A dependency that requires a permission."""

    permission: Permission

    async def __call__(self, caller: Caller) -> None:
        """Raise Unauthorized without a session and Forbidden without the permission."""
        if has_permission(caller.role if caller else None, self.permission):
            return
        if caller is None:
            raise Unauthorized("Please sign in")
        raise Forbidden("Your role does not permit this")


@dataclass(frozen=True)
class AllowAny:
    """A dependency that allows everyone and does not load the user."""

    permission: Permission

    async def __call__(self) -> None:
        """Do nothing."""


def allow(permission: Permission) -> Any:
    """Return the dependency that requires a permission; public ones skip the session lookup."""
    return Depends(
        AllowAny(permission) if has_permission(None, permission) else RequirePermission(permission)
    )


async def signed_in(caller: Caller) -> User:
    """Return the caller; raise Unauthorized without a session."""
    if caller is None:
        raise Unauthorized("Please sign in")
    return caller


SignedIn = Annotated[User, Depends(signed_in)]


async def is_staff(caller: Caller) -> bool:
    """Return whether the caller may read unpublished records."""
    return has_permission(caller.role if caller else None, Permission.MANAGE_SHOWCASE)


Staff = Annotated[bool, Depends(is_staff)]
