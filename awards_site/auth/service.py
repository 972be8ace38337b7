"""Authentication by username and password, and changes of one's own password."""

from sqlmodel import Session, select

from awards_site.auth import emails, rate_limit, sessions
from awards_site.auth.models import User
from awards_site.auth.passwords import verify_password


def fold(text: str) -> str:
    """Return the form in which usernames and email addresses are compared."""
    return text.strip().casefold()


def authenticate(session: Session, username: str, password: str, client_ip: str) -> User | None:
    """Return the user of the credentials or None; raise TooManyRequests over the rate limit."""
    account = fold(username)
    rate_limit.check_rate_limit(session, account, client_ip)
    user = find_by_username(session, username)
    return user if verify_password(password, user.password_hash if user else None) else None


def find_by_username(session: Session, username: str) -> User | None:
    """Return the user with this username, ignoring case, or None."""
    return session.exec(select(User).where(User.username_folded == fold(username))).first()


def change_own_password(session: Session, user: User, password_hash: str, token: str) -> None:
    """Change a user's password and end their sessions except the one of `token`."""
    sessions.end_user_sessions(session, user, except_token=token)
    session.get_one(User, user.id).password_hash = password_hash
    emails.add_notice(session, user, emails.password_changed(user))
