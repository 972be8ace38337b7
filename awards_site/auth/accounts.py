"""Finding users by what they type, and the words that describe them."""

from sqlmodel import Session, select

from awards_site.auth.models import User
from awards_site.core.database.sessions import reading


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
