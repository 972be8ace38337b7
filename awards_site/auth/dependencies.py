"""Who is calling, and the rule that every route states: `dependencies=[allow(Permission.X)]`."""

from typing import Annotated, Any

from fastapi import Depends
from fastapi.requests import HTTPConnection

from awards_site.auth import sessions
from awards_site.auth.models import User
from awards_site.auth.permissions import Permission, has_permission
from awards_site.core.database import reading, writing
from awards_site.core.errors import Forbidden, Unauthorized


def current_user(connection: HTTPConnection) -> User | None:
    """Return the caller whose session cookie this is, or None."""
    token = connection.cookies.get(sessions.COOKIE)
    if not token:
        return None
    with reading() as session:
        found = sessions.find_user(session, token)
    if found is None:
        return None
    user, used = found
    if sessions.needs_touch(used):
        with writing() as session:
            sessions.touch(session, used)
    return user


Caller = Annotated[User | None, Depends(current_user)]


class RequirePermission:
    """A dependency that lets a call pass only when the caller has the permission."""

    def __init__(self, permission: Permission) -> None:
        self.permission = permission

    async def __call__(self, caller: Caller) -> None:
        """Raise Unauthorized without a session, Forbidden for a role that may not."""
        if has_permission(caller.role if caller else None, self.permission):
            return
        if caller is None:
            raise Unauthorized("Please sign in")
        raise Forbidden("Your role does not permit this")


class AllowAny:
    """A dependency that states that everyone may call, and looks nobody up."""

    def __init__(self, permission: Permission) -> None:
        self.permission = permission

    async def __call__(self) -> None:
        """Let the call pass."""


def allow(permission: Permission) -> Any:
    """Return the dependency with which a route states its rule."""
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
    """Tell whether the caller may read what is not published."""
    return has_permission(caller.role if caller else None, Permission.MANAGE_SHOWCASE)


Staff = Annotated[bool, Depends(is_staff)]
