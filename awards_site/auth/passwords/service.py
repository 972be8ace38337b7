"""Replacing a password, and what ends with the old one."""

from sqlmodel import Session, col, update

from awards_site.auth import audit_events, emails
from awards_site.auth.mfa import challenges
from awards_site.auth.models import User
from awards_site.auth.passwords.models import PasswordLink
from awards_site.auth.sessions import user_sessions
from awards_site.auth.throttling import rate_limit
from awards_site.core import clock
from awards_site.mail import outbox


def replace_password(
    session: Session, user: User, password_hash: str, *, except_session: str = ""
) -> None:
    """Set a user's password, tell the user, and end the links and the sessions.

    The session with the public id `except_session` stays. Failed sign-ins with the old password are
    forgotten, so that the user can sign in with the new one at once.
    """
    is_first = not user.password_hash
    user.password_hash = password_hash
    # They stay in the count of an hour, so that nobody gets new ones without end.
    own_links = update(PasswordLink).where(col(PasswordLink.user_id) == user.id)
    session.execute(own_links.values(expires_at=clock.now()))
    challenges.revoke(session, user)
    user_sessions.end_user_sessions(session, user, except_id=except_session)
    rate_limit.clear_account(session, user.username_folded)
    audit_events.password_changed(session, user)
    if not is_first:
        outbox.add(session, emails.password_changed(user), user.email)
