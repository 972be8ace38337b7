"""Users by their names, and their events in the audit log."""

from sqlmodel import Session, select

from awards_site.accounts.models import User
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import reading
from awards_site.core.request_context import identify


def fold(text: str) -> str:
    """Return the form in which usernames and email addresses are compared."""
    return text.strip().casefold()


def find_by_username(session: Session, username: str) -> User | None:
    """Return the user with this username, ignoring case, or None."""
    return session.exec(select(User).where(User.username_folded == fold(username))).first()


def find_by_email(session: Session, email: str) -> User | None:
    return session.exec(select(User).where(User.email_folded == fold(email))).first()


def read_user(username: str) -> User | None:
    with reading() as session:
        return find_by_username(session, username)


def personal_words(user: User) -> list[str]:
    """Return the words of which a user's password should not consist."""
    return [user.username, user.name, user.email]


USER = "user"
"""The record type of users."""
UNKNOWN = "unknown account"
"""Stands for a username that nobody has, because it may be a password."""


def record(session: Session, action: Action, user: User) -> None:
    record_action(session, action, USER, user.id, user.name)


def count(action: Action, user: User) -> None:
    """Count what strangers can repeat at will, such as a wrong password."""
    counter.count(action, USER, user.id, user.name)


def signed_in(session: Session, user: User) -> None:
    identify(user.id, user.name)
    record(session, Action.SIGNED_IN, user)


def sign_in_failed(user: User | None) -> None:
    """Count a failed sign-in; `user` is the one with the given username, if any."""
    if user is None:
        counter.count(Action.SIGN_IN_FAILED, UNKNOWN)
    else:
        count(Action.SIGN_IN_FAILED, user)


def signed_out(session: Session, user: User) -> None:
    identify(user.id, user.name)
    record(session, Action.SIGNED_OUT, user)


def second_factor_changed(session: Session, action: Action, user: User, factor: str) -> None:
    """Add an entry; `factor` is what was added or removed, such as 'authenticator app'."""
    before, after = (None, factor) if action is Action.SECOND_FACTOR_ADDED else (factor, None)
    change = ["second_factor", before, after]
    record_action(session, action, USER, user.id, user.name, changes=[change])
