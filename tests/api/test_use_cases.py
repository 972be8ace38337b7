"""Use cases: each refuses who may not call it before it does anything, whoever asks for it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from awards_site.accounts.callers import USE_CASES, Caller, UseCase
from awards_site.accounts.models import User, UserSession
from awards_site.accounts.permissions import GRANTED, Permission, Role
from awards_site.app import app
from awards_site.core import clock
from awards_site.core.errors import ApiError, Forbidden, ReauthenticationRequired, Unauthorized
from tests.api.conftest import Configure
from tests.api.entities import EVERYTHING

assert app  # Its import defines the use cases.

ALL = pytest.mark.parametrize("use_case", USE_CASES, ids=lambda each: each.name)


def caller_of(role: Role, *, recent: bool = True) -> Caller:
    now = clock.now()
    session = UserSession.model_construct(authenticated_at=now - timedelta(days=not recent))
    user = User(
        role=role,
        name="Ada",
        username="ada",
        username_folded="ada",
        email="ada@example.org",
        email_folded="ada@example.org",
        password_hash="",
    )
    return Caller(user, session)


def arguments_of(use_case: UseCase[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield each entity, if the use case is about one."""
    if isinstance(use_case.permission, str):
        yield from ((entity.declared,) for entity in EVERYTHING)
    else:
        yield ()


def value_of(declared: Any, arguments: tuple[Any, ...]) -> Any:
    """Return what a use case declares, or the entity's attribute that it names."""
    return getattr(arguments[0], declared) if isinstance(declared, str) else declared


def refusal(use_case: UseCase[Any, Any], caller: Caller | None, arguments: Any) -> Any:
    """Return the type of the error for a caller, or None if the use case would do its work."""
    try:
        replace(use_case, function=lambda *_: None)(caller, *arguments)
    except ApiError as error:
        return type(error)
    return None


@ALL
def test_a_use_case_refuses_who_lacks_its_permission(use_case: UseCase[Any, Any]) -> None:
    for arguments in arguments_of(use_case):
        declared = use_case.permission
        permission = value_of(declared, arguments)
        assert isinstance(permission, Permission)
        assert refusal(use_case, None, arguments) is Unauthorized
        for role in Role:
            expected = None if permission in GRANTED[role] else Forbidden
            assert refusal(use_case, caller_of(role), arguments) is expected, (role, arguments)


@ALL
def test_a_sensitive_use_case_asks_for_the_password_again(
    use_case: UseCase[Any, Any], configure: Configure
) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES="5")
    for arguments in arguments_of(use_case):
        declared = use_case.recent
        is_sensitive = value_of(declared, arguments)
        expected = ReauthenticationRequired if is_sensitive else None
        caller = caller_of(Role.ADMIN, recent=False)
        assert refusal(use_case, caller, arguments) is expected, arguments
