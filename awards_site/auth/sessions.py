"""Sessions of signed-in browsers: made, found, kept alive and ended (decisions, 'Sessions')."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from sqlmodel import Session, col, delete, select, update

from awards_site.auth.models import User, UserSession
from awards_site.core import clock

COOKIE = "awards_session"
IDLE_TIMEOUT = timedelta(days=14)
"""How long a session lives without being used."""
COOKIE_SECONDS = 400 * 24 * 3600
"""How long browsers keep the cookie; the server decides about idleness, at each use anew."""
TOUCH_INTERVAL = timedelta(hours=1)
"""How often at most a session's last use is written, so that reads stay reads."""


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def open_session(session: Session, user: User) -> str:
    """Start a session for a user and return its token, which is kept nowhere else."""
    token = secrets.token_urlsafe(32)
    session.execute(delete(UserSession).where(col(UserSession.last_used_at) < _oldest_alive()))
    session.add(UserSession(token_hash=_hash(token), user_id=user.id))
    return token


def find_user(session: Session, token: str) -> tuple[User, UserSession] | None:
    """Return the user of a live session and the session, or None."""
    statement = (
        select(User, UserSession)
        .join(UserSession, col(UserSession.user_id) == User.id)
        .where(UserSession.token_hash == _hash(token), UserSession.last_used_at >= _oldest_alive())
    )
    return session.exec(statement).first()


def needs_touch(used: UserSession) -> bool:
    """Tell whether the session's last use should be written again."""
    return clock.now() - used.last_used_at > TOUCH_INTERVAL


def touch(session: Session, used: UserSession) -> None:
    """Write down that a session is used now."""
    session.execute(
        update(UserSession).where(col(UserSession.id) == used.id).values(last_used_at=clock.now())
    )


def end_session(session: Session, token: str) -> None:
    session.execute(delete(UserSession).where(col(UserSession.token_hash) == _hash(token)))


def end_sessions_of(session: Session, user: User, *, but: str = "") -> None:
    """End all sessions of a user, except for the one of the token `but`."""
    session.execute(
        delete(UserSession).where(
            col(UserSession.user_id) == user.id, col(UserSession.token_hash) != _hash(but)
        )
    )


def _oldest_alive() -> datetime:
    return clock.now() - IDLE_TIMEOUT
