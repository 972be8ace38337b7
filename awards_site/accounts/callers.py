"""Who calls: a user with a session, or a visitor; and use cases, which say who may call them."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from awards_site.accounts import user_sessions
from awards_site.accounts.models import User, UserSession, lacks_second_factor
from awards_site.accounts.permissions import Permission, has_permission
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Forbidden, ReauthenticationRequired, Unauthorized
from awards_site.core.request_context import identify
from awards_site.settings import settings

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Caller:
    """A signed-in user, with the session by which the user is known."""

    user: User
    user_session: UserSession
    known_device: str = ""
    """The cookie by which the browser is known to its users; see `accounts.throttling`."""

    def require(self, permission: Permission, *, recent: bool = False) -> None:
        """Raise Forbidden without the permission, or without a second factor that the role needs.

        One's own account needs no second factor. With `recent`, raises ReauthenticationRequired
        if the password was entered too long ago.
        """
        if not has_permission(self.user.role, permission):
            raise Forbidden("Your role does not permit this")
        if permission != Permission.MANAGE_ACCOUNT and lacks_second_factor(self.user):
            raise Forbidden("Your role requires a second factor. Add one on your account page.")
        if recent and not user_sessions.is_recent(self.user_session):
            raise ReauthenticationRequired(settings().recent_sign_in_minutes * 60)


def signed_in(caller: Caller | None) -> Caller:
    """Return the caller; raise Unauthorized for a visitor."""
    if caller is None:
        raise Unauthorized("Please sign in")
    return caller


def find_caller(token: str, known_device: str = "") -> Caller | None:
    """Return the user of a session's token, who is then the one that makes the request, or None."""
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
    return Caller(user, user_session, known_device)


@dataclass(frozen=True)
class UseCase(Generic[P, T]):
    """Something that a user can do: a function of the caller and of values, which returns values.

    It opens the transactions that it needs, and raises errors of `core.errors`. The API and the
    portal call the same ones.
    """

    function: Callable[Concatenate[Caller, P], T]
    permission: Permission | str
    """The caller's permission; a text names an attribute of the entity, the first argument."""
    recent: bool | str = False
    """Whether the caller must have entered the password a short while ago; see `permission`."""

    @property
    def name(self) -> str:
        return self.function.__name__

    def describe(self, *args: P.args, **_: P.kwargs) -> str:
        """Return what is done with these arguments, such as 'delete content section'."""
        about = [args[0].label] if isinstance(self.permission, str) else []  # type: ignore[attr-defined]
        return " ".join([*self.name.split("_"), *about])

    def __call__(self, caller: Caller | None, /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it. Raises Unauthorized, Forbidden or ReauthenticationRequired; see `Caller`."""
        known = signed_in(caller)
        permission, recent = _value(self.permission, args), _value(self.recent, args)
        known.require(permission, recent=recent)
        return self.function(known, *args, **kwargs)


def _value(declared: Any, args: tuple[Any, ...]) -> Any:
    """Return what a use case declares, or the attribute of its entity that it names."""
    return getattr(args[0], declared) if isinstance(declared, str) else declared


USE_CASES: list[UseCase[Any, Any]] = []
"""All use cases, of the modules that have been imported."""


def use_case(
    permission: Permission | str, *, recent: bool | str = False
) -> Callable[[Callable[Concatenate[Caller, P], T]], UseCase[P, T]]:
    """Declare who may call a function, which makes it a use case."""

    def declare(function: Callable[Concatenate[Caller, P], T]) -> UseCase[P, T]:
        made = UseCase(function, permission, recent)
        USE_CASES.append(made)
        return made

    return declare
