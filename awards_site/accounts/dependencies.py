"""FastAPI dependencies: the current user, and `allow(Permission.X)`, which every route declares."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from fastapi.requests import HTTPConnection
from sqlalchemy.exc import SQLAlchemyError

from awards_site.accounts import user_sessions
from awards_site.accounts.models import User, UserSession, lacks_second_factor
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.accounts.user_sessions import read_token
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Forbidden, ReauthenticationRequired, Unauthorized, raises
from awards_site.core.request_context import identify
from awards_site.settings import settings


@dataclass(frozen=True)
class SignedInSession:
    """The session of a request, and its user."""

    user: User
    user_session: UserSession


def find_session(connection: HTTPConnection) -> SignedInSession | None:
    """Return the session of the cookie with its user, or None."""
    token = read_token(connection)
    if not token:
        return None
    with reading() as session:
        found = user_sessions.find_user(session, token)
    if found is None:
        return None
    user, user_session = found
    identify(user.id, user.name)
    if user_sessions.needs_touch(user_session):
        # A full disk or a locked database does not end the session.
        with suppress(SQLAlchemyError), writing() as session:
            user_sessions.touch(session, user_session)
    return SignedInSession(user, user_session)


CallerSession = Annotated[SignedInSession | None, Depends(find_session)]


async def current_user(session: CallerSession) -> User | None:
    return session.user if session else None


Caller = Annotated[User | None, Depends(current_user)]


@raises(Unauthorized, Forbidden)
@dataclass(frozen=True)
class RequirePermission:
    """A dependency that requires a permission, and recent authentication if `recent`."""

    permission: Permission
    recent: bool = False

    async def __call__(self, session: CallerSession) -> None:
        """Raise Unauthorized without a session and Forbidden without the permission.

        Raises Forbidden without a second factor that the role needs, except for one's own account,
        and ReauthenticationRequired if the password was entered too long ago.
        """
        if session is None:
            raise Unauthorized("Please sign in")
        if not has_permission(session.user.role, self.permission):
            raise Forbidden("Your role does not permit this")
        if self.permission != Permission.MANAGE_ACCOUNT and lacks_second_factor(session.user):
            raise Forbidden("Your role requires a second factor. Add one on your account page.")
        if self.recent and not user_sessions.is_recent(session.user_session):
            raise ReauthenticationRequired(settings().recent_sign_in_minutes * 60)


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
async def require_session(session: CallerSession) -> SignedInSession:
    """Return the caller's session; raise Unauthorized without one."""
    if session is None:
        raise Unauthorized("Please sign in")
    return session


OwnSession = Annotated[SignedInSession, Depends(require_session)]


async def signed_in(session: OwnSession) -> User:
    return session.user


SignedIn = Annotated[User, Depends(signed_in)]


async def is_staff(caller: Caller) -> bool:
    """Return whether the caller may read unpublished records."""
    return has_permission(caller.role if caller else None, Permission.MANAGE_SHOWCASE)


Staff = Annotated[bool, Depends(is_staff)]
