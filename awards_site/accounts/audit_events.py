"""Users found by what they type, and what the audit log records about them."""

from sqlmodel import Session, select

from awards_site.accounts.models import User
from awards_site.core.audit.counter import counter
from awards_site.core.audit.log import record_action, record_change
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
    """Return what a user's password should not consist of."""
    return [user.username, user.name, user.email]


USER = "user"
"""The record type of users."""
UNKNOWN = "unknown account"
"""What stands for a username that nobody has, because it may be a password."""


def signed_in(session: Session, user: User) -> None:
    identify(user.id, user.name)
    record_action(session, Action.SIGNED_IN, USER, user.id, user.name)


def sign_in_failed(user: User | None) -> None:
    """Count a failed sign-in; `user` is the one with the given username, if any."""
    if user is None:
        counter.count(Action.SIGN_IN_FAILED, UNKNOWN)
    else:
        counter.count(Action.SIGN_IN_FAILED, USER, user.id, user.name)


def signed_out(session: Session, user: User) -> None:
    identify(user.id, user.name)
    record_action(session, Action.SIGNED_OUT, USER, user.id, user.name)


def sessions_ended(session: Session, user: User) -> None:
    """Record that the user's sessions were ended, by an administrator or in another browser."""
    record_action(session, Action.SESSIONS_ENDED, USER, user.id, user.name)


def password_changed(session: Session, user: User) -> None:
    record_change(session, Action.PASSWORD_CHANGED, USER, user)


def second_factor_changed(session: Session, action: Action, user: User, factor: str) -> None:
    """Add an entry; `factor` is what was added or removed, such as 'authenticator app'."""
    before, after = (None, factor) if action is Action.SECOND_FACTOR_ADDED else (factor, None)
    change = ["second_factor", before, after]
    record_action(session, action, USER, user.id, user.name, changes=[change])


def second_factor_refused(user: User) -> None:
    """Count a wrong second factor, given with the correct password."""
    counter.count(Action.SECOND_FACTOR_REFUSED, USER, user.id, user.name)


def recovery_code_used(session: Session, user: User) -> None:
    record_action(session, Action.RECOVERY_CODE_USED, USER, user.id, user.name)


def password_refused(user: User) -> None:
    """Count a wrong current password, given to change the password."""
    counter.count(Action.PASSWORD_REFUSED, USER, user.id, user.name)
