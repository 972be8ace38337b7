"""Invitations: users who choose their own password by a link, and links for existing users."""

from sqlmodel import Session

from awards_site.auth.models import User
from awards_site.auth.passwords import links
from awards_site.auth.passwords.models import Invitation
from awards_site.users.service import users


def invite(session: Session, fields: Invitation, sender: str) -> User:
    """Create a user without a password and send an invitation; raise Conflict for a duplicate."""
    user = users.register_values(session, fields.model_dump(), password_hash="")
    links.send_link(session, user, sender)
    return user


def send_link(session: Session, user_id: int, sender: str) -> User:
    """Send a user a link to choose a password, or the invitation again; return the user."""
    user = users.find(session, user_id)
    links.send_link(session, user, sender)
    return user
