"""Sessions of signed-in browsers, stored in the database."""

import secrets
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import ColumnElement, event
from sqlmodel import Session, col, delete, select, update

from awards_site.auth.models import User, UserSession
from awards_site.core import clock

COOKIE = "awards_session"
IDLE_TIMEOUT = timedelta(days=14)
"""How long a session stays valid without use."""
COOKIE_SECONDS = 400 * 24 * 3600
"""The cookie's lifetime; the server enforces IDLE_TIMEOUT."""
TOUCH_INTERVAL = timedelta(hours=1)
"""The shortest time between updates of `last_used_at`, so that most reads do not write."""

EndListener = Callable[[Collection[str]], None]
"""Called with the token hashes of ended sessions, in the thread that ended them; must not block."""

_end_listeners: list[EndListener] = []


def on_end(listener: EndListener) -> None:
    """Call a function whenever this process has ended sessions, after the commit."""
    _end_listeners.append(listener)


def off_end(listener: EndListener) -> None:
    """Call a function of `on_end` no more."""
    _end_listeners.remove(listener)


def hash_token(token: str) -> str:
    """Return the form in which a token is stored."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def open_session(session: Session, user: User) -> str:
    """Create a session and return its token, which is not stored; purge expired sessions."""
    token = secrets.token_urlsafe(32)
    purge_expired(session)
    session.add(UserSession(token_hash=hash_token(token), user_id=user.id))
    return token


def purge_expired(session: Session) -> None:
    """Delete the sessions that have not been used for IDLE_TIMEOUT."""
    session.execute(delete(UserSession).where(col(UserSession.last_used_at) < _expiry_cutoff()))


def find_user(session: Session, token: str) -> tuple[User, UserSession] | None:
    """Return the user and the session of a token, or None if it is unknown or expired."""
    statement = (
        select(User, UserSession)
        .join(UserSession, col(UserSession.user_id) == User.id)
        .where(
            UserSession.token_hash == hash_token(token),
            UserSession.last_used_at >= _expiry_cutoff(),
        )
    )
    return session.exec(statement).first()


def needs_touch(user_session: UserSession) -> bool:
    """Return whether `last_used_at` is due for an update."""
    return clock.now() - user_session.last_used_at > TOUCH_INTERVAL


def touch(session: Session, user_session: UserSession) -> None:
    """Set `last_used_at` of a session to now."""
    session.execute(
        update(UserSession)
        .where(col(UserSession.id) == user_session.id)
        .values(last_used_at=clock.now())
    )


def end_session(session: Session, token: str) -> None:
    _end(session, col(UserSession.token_hash) == hash_token(token))


def end_user_sessions(session: Session, user: User, *, except_token: str = "") -> None:
    """End all sessions of a user, except the one of the token `except_token`."""
    _end(
        session,
        col(UserSession.user_id) == user.id,
        col(UserSession.token_hash) != hash_token(except_token),
    )


def valid_hashes(session: Session, hashes: Collection[str]) -> set[str]:
    """Return those token hashes whose sessions exist and have not expired."""
    statement = select(UserSession.token_hash).where(
        col(UserSession.token_hash).in_(hashes), UserSession.last_used_at >= _expiry_cutoff()
    )
    return set(session.exec(statement))


def _end(session: Session, *conditions: ColumnElement[bool]) -> None:
    """Delete sessions, and call the listeners once the transaction is committed."""
    statement = delete(UserSession).where(*conditions).returning(col(UserSession.token_hash))
    hashes = session.execute(statement).scalars().all()
    if hashes:
        event.listen(session, "after_commit", lambda _session: _tell(hashes), once=True)


def _tell(hashes: Collection[str]) -> None:
    for listener in _end_listeners:
        listener(hashes)


def _expiry_cutoff() -> datetime:
    return clock.now() - IDLE_TIMEOUT
