"""FastAPI dependencies: the caller, and `allow(Permission.X)`, which every route declares."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from fastapi.requests import HTTPConnection

from awards_site.accounts import callers
from awards_site.accounts.callers import Caller, find_caller
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.accounts.user_sessions import read_known_device, read_token
from awards_site.core.errors import Forbidden, Unauthorized, raises


def find_session(connection: HTTPConnection) -> Caller | None:
    """Return the user of the cookie's session, or None for a visitor."""
    return find_caller(read_token(connection) or "", read_known_device(connection) or "")


AnyCaller = Annotated[Caller | None, Depends(find_session)]
"""The caller of an endpoint that visitors may call, too."""


@raises(Unauthorized, Forbidden)
@dataclass(frozen=True)
class RequirePermission:
    """A dependency that requires a permission, and recent authentication if `recent`.

    The use case requires the same; here it comes before the body is validated.
    """

    permission: Permission
    recent: bool = False

    async def __call__(self, caller: AnyCaller) -> None:
        """Raise Unauthorized for a visitor, and what `Caller.require` raises."""
        callers.signed_in(caller).require(self.permission, recent=self.recent)


@dataclass(frozen=True)
class AllowAny:
    """A dependency that allows everyone and does not load the user."""

    permission: Permission

    async def __call__(self) -> None:
        """Do nothing."""


def allow(permission: Permission, *, recent: bool = False) -> Any:
    """Return the dependency that requires a permission; public ones skip the session lookup.

    `recent` requires that the caller has entered the password a short while ago, for what is
    sensitive: changes of users and exports of personal data and of the audit log.
    """
    if has_permission(None, permission):
        return Depends(AllowAny(permission))
    return Depends(RequirePermission(permission, recent))


@raises(Unauthorized)
async def _signed_in(caller: AnyCaller) -> Caller:
    return callers.signed_in(caller)


SignedIn = Annotated[Caller, Depends(_signed_in)]
"""The caller of an endpoint that needs a session."""


async def is_staff(caller: AnyCaller) -> bool:
    """Return whether the caller may read unpublished records."""
    return has_permission(caller.user.role if caller else None, Permission.MANAGE_SHOWCASE)


Staff = Annotated[bool, Depends(is_staff)]
