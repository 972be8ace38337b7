"""Sign-in: throttled checks of passwords and codes, sessions, and changes of one's own password."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial

from sqlmodel import Session, select
from starlette.concurrency import run_in_threadpool

from awards_site.auth import (
    audit_events,
    emails,
    hashing,
    password_policy,
    rate_limit,
    sessions,
)
from awards_site.auth.models import User, UserSession
from awards_site.auth.passwords import hash_password, verify_password
from awards_site.auth.rate_limit import Source
from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.settings import settings

_POLL_SECONDS = 0.25
"""How often an attempt that waits for others of its source is tried again."""
_MAX_POLLS = 60


@dataclass(frozen=True)
class Client:
    """Who asks for a session: the client IP, the device's name, and the token it has.

    `is_known` is whether the browser has signed in to the account before.
    """

    address: str
    device: str
    old_token: str | None
    is_known: bool


def fold(text: str) -> str:
    """Return the form in which usernames and email addresses are compared."""
    return text.strip().casefold()


def find_by_username(session: Session, username: str) -> User | None:
    """Return the user with this username, ignoring case, or None."""
    return session.exec(select(User).where(User.username_folded == fold(username))).first()


def read_user(username: str) -> User | None:
    with reading() as session:
        return find_by_username(session, username)


def personal_words(user: User) -> list[str]:
    """Return what a user's password should not consist of."""
    return [user.username, user.name, user.email]


async def check_password(user: User | None, password: str, source: Source) -> bool:
    """Return whether the password is the user's; without a user, False in the same time.

    A wrong one counts as a failed sign-in; see `throttle`.
    """
    password_hash = user.password_hash if user else None
    return await throttle(source, partial(hashing.run, verify_password, password, password_hash))


async def throttle(source: Source, check: Callable[[], Awaitable[bool]]) -> bool:
    """Return what `check` returns; False counts as a failed sign-in.

    Raises TooManyRequests after too many failures, and ServiceUnavailable if too many attempts are
    being checked.
    """
    with hashing.slot(source.address, is_known=bool(source.device)):
        attempt_id = await _reserve(source)
        is_correct = await check()
        await run_in_threadpool(_record, attempt_id, source, is_correct)
    return is_correct


async def _reserve(source: Source) -> int:
    for _ in range(_MAX_POLLS):
        attempt_id = await run_in_threadpool(_try_to_reserve, source)
        if attempt_id is not None:
            return attempt_id
        await asyncio.sleep(_POLL_SECONDS)
    raise hashing.busy()


def _try_to_reserve(source: Source) -> int | None:
    with writing() as session:
        return rate_limit.reserve(session, source)


def _record(attempt_id: int, source: Source, is_correct: bool) -> None:
    with writing() as session:
        if is_correct:
            rate_limit.record_success(session, attempt_id, source)
        else:
            rate_limit.record_failure(session, attempt_id)


async def hash_new_password(password: str) -> str:
    """Return the hash of a password; see `hash_secrets`."""
    [password_hash] = await hash_secrets([password])
    return password_hash


async def hash_secrets(secrets: Iterable[str]) -> list[str]:
    """Return the hashes of passwords or codes.

    Raises ServiceUnavailable if too many passwords are being checked.
    """
    with hashing.slot():
        return await asyncio.gather(*(hashing.run(hash_password, each) for each in secrets))


def open_session(user: User, client: Client) -> str:
    """Open a session and return its token; the browser's old one ends."""
    with writing() as session:
        if client.old_token:
            sessions.end_session(session, client.old_token)
        audit_events.signed_in(session, user)
        if settings().sends_email and not client.is_known:
            notice = emails.new_device(user, client.device, client.address, clock.now())
            emails.add_notice(session, user, notice)
        return sessions.open_session(session, user, client.device, client.address)


def renew_session(user_session: UserSession) -> str:
    """Record that the password was entered again; return the session's new token."""
    with writing() as session:
        return sessions.renew(session, user_session)


def end_session(token: str) -> None:
    with writing() as session:
        found = sessions.find_user(session, token)
        if found is not None:
            sessions.end_session(session, token)
            audit_events.signed_out(session, found[0])


async def check_own_password_change(user: User, new_password: str) -> None:
    """Raise Invalid if the user may not choose this password."""
    words = personal_words(user)
    await run_in_threadpool(password_policy.check_chosen, "newPassword", new_password, words)
