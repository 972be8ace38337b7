"""Signing in with a username and a password, and changing that password."""

from sqlmodel import Session, select

from awards_site.auth import rate_limit, sessions
from awards_site.auth.models import User
from awards_site.auth.passwords import verify_password


def fold(text: str) -> str:
    """Return the form in which usernames and addresses are compared."""
    return text.strip().casefold()


def authenticate(session: Session, username: str, password: str, address: str) -> User | None:
    """Return the user of these credentials, or None; raise TooManyRequests after too many."""
    account = fold(username)
    rate_limit.check_rate_limit(session, account, address)
    user = find_by_username(session, username)
    return user if verify_password(password, user.password_hash if user else None) else None


def find_by_username(session: Session, username: str) -> User | None:
    """Return the user of this name, ignoring case, or None."""
    return session.exec(select(User).where(User.username_folded == fold(username))).first()


def change_own_password(session: Session, user: User, password_hash: str, token: str) -> None:
    """Give a user a new password and end their sessions, except for the one of `token`."""
    sessions.end_sessions_of(session, user, but=token)
    session.get_one(User, user.id).password_hash = password_hash
