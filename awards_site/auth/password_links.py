"""New passwords, and the single-use links to choose one: sending, checking and using them."""

from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, select

from awards_site.auth import audit_events, emails, rate_limit, sessions
from awards_site.auth.mfa import challenges
from awards_site.auth.models import User
from awards_site.auth.password_link_models import PasswordLink
from awards_site.auth.service import fold
from awards_site.core import clock, paths
from awards_site.core.crypto.tokens import hash_token, new_token
from awards_site.core.errors import Invalid
from awards_site.mail import outbox
from awards_site.settings import settings

INVITATION_LIFETIME = timedelta(days=7)
RESET_LIFETIME = timedelta(hours=1)
MAX_REQUESTED_PER_HOUR = 3
"""How many links a user's address can be sent at anybody's request."""

INVALID = "This link has expired or has been used. Please ask for a new one."


def send_link(session: Session, user: User, sender: str = "") -> None:
    """Send a link to a user: an invitation if the user has no password yet.

    `sender` is the name of the administrator who sends it; '' for a link that the user asked for.
    """
    is_invitation = not user.password_hash
    lifetime = INVITATION_LIFETIME if is_invitation else RESET_LIFETIME
    token = new_token()
    session.execute(delete(PasswordLink).where(col(PasswordLink.expires_at) <= clock.now()))
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


def find_by_email(session: Session, address: str) -> User | None:
    return session.exec(select(User).where(User.email_folded == fold(address))).first()


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


def use_link(session: Session, token: str, password_hash: str) -> None:
    """Set the password of a link's user, and end the user's links and sessions.

    Raises Invalid if the link has been used or has expired meanwhile.
    """
    # The link is deleted and read in one statement, so that parallel requests cannot both use it.
    used = delete(PasswordLink).where(*_is_valid(token)).returning(col(PasswordLink.user_id))
    user_id = session.execute(used).scalar()
    if user_id is None:
        raise Invalid({"token": INVALID})
    replace_password(session, session.get_one(User, user_id), password_hash)


def replace_password(
    session: Session, user: User, password_hash: str, *, except_session: str = ""
) -> None:
    """Set a user's password, tell the user, and end the links and the sessions.

    The session with the public id `except_session` stays. Failed sign-ins with the old password are
    forgotten, so that the user can sign in with the new one at once.
    """
    is_first = not user.password_hash
    user.password_hash = password_hash
    session.execute(delete(PasswordLink).where(col(PasswordLink.user_id) == user.id))
    challenges.revoke(session, user)
    sessions.end_user_sessions(session, user, except_id=except_session)
    rate_limit.clear_account(session, user.username_folded)
    audit_events.password_changed(session, user)
    if not is_first:
        emails.add_notice(session, user, emails.password_changed(user))


def _is_valid(token: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    expires_at = col(PasswordLink.expires_at)
    return col(PasswordLink.token_hash) == hash_token(token), expires_at > clock.now()


def _count_recent(session: Session, user: User) -> int:
    recent = col(PasswordLink.created_at) > clock.now() - RESET_LIFETIME
    statement = select(func.count()).where(PasswordLink.user_id == user.id, recent)
    return session.exec(statement).one()
