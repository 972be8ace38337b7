"""Single-use links to choose a password: sending, checking and using them."""

from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, select, update

from awards_site.auth import emails
from awards_site.auth.models import User
from awards_site.auth.passwords import service
from awards_site.auth.passwords.models import PasswordLink
from awards_site.core import clock, paths
from awards_site.core.crypto.tokens import hash_token, new_token
from awards_site.core.errors import Invalid
from awards_site.mail import outbox
from awards_site.settings import settings

INVITATION_LIFETIME = timedelta(days=7)
RESET_LIFETIME = timedelta(hours=1)
MAX_REQUESTED_PER_HOUR = 3
"""How many links an email address can be sent at anybody's request, used ones included."""

INVALID = "This link has expired or has already been used. Please request a new one."


def send_link(session: Session, user: User, sender: str = "") -> None:
    """Send a link to a user: an invitation if the user has no password yet.

    `sender` is the name of the administrator who sends it; '' for a link that the user asked for.
    """
    is_invitation = not user.password_hash
    lifetime = INVITATION_LIFETIME if is_invitation else RESET_LIFETIME
    token = new_token()
    _purge(session)
    session.add(
        PasswordLink(
            token_hash=hash_token(token), user_id=user.id, expires_at=clock.now() + lifetime
        )
    )
    # Browsers send no fragment, so the token is in no log and no Referer header.
    url = f"{settings().public_url}{paths.NEW_CREDENTIALS}#{token}"
    email = (
        emails.invitation(user, url, sender)
        if is_invitation
        else emails.password_reset(user, url, sender)
    )
    outbox.add(session, email, user.email)


def send_requested_link(session: Session, user: User) -> None:
    """Send a link at anybody's request, unless several have been sent lately."""
    if _count_recent(session, user) < MAX_REQUESTED_PER_HOUR:
        send_link(session, user)


def find_user(session: Session, token: str) -> User:
    """Return the user of a link. Raises Invalid if it is unknown, used or expired."""
    statement = (
        select(User)
        .join(PasswordLink, col(PasswordLink.user_id) == User.id)
        .where(*_is_valid(token))
    )
    user = session.exec(statement).first()
    if user is None:
        raise Invalid({"token": INVALID})
    return user


def use_link(session: Session, token: str, password_hash: str) -> User:
    """Set the password of a link's user, and end the user's links and sessions; return the user.

    Raises Invalid if the link has been used or has expired meanwhile.
    """
    # The link is ended and read in one statement, so that parallel requests cannot both use it.
    used = update(PasswordLink).where(*_is_valid(token)).values(expires_at=clock.now())
    user_id = session.execute(used.returning(col(PasswordLink.user_id))).scalar()
    if user_id is None:
        raise Invalid({"token": INVALID})
    user = session.get_one(User, user_id)
    service.replace_password(session, user, password_hash)
    return user


def _purge(session: Session) -> None:
    """Delete the links that have expired and no longer count for MAX_REQUESTED_PER_HOUR."""
    now, created_at = clock.now(), col(PasswordLink.created_at)
    is_over = col(PasswordLink.expires_at) <= now, created_at <= now - RESET_LIFETIME
    session.execute(delete(PasswordLink).where(*is_over))


def _is_valid(token: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    expires_at = col(PasswordLink.expires_at)
    return col(PasswordLink.token_hash) == hash_token(token), expires_at > clock.now()


def _count_recent(session: Session, user: User) -> int:
    recent = col(PasswordLink.created_at) > clock.now() - RESET_LIFETIME
    statement = select(func.count()).where(PasswordLink.user_id == user.id, recent)
    return session.exec(statement).one()
