"""Sign-in: throttled checks of passwords and codes, sessions, and changes of one's own password."""

from dataclasses import dataclass

from awards_site.accounts import audit_events, emails, user_sessions
from awards_site.accounts.models import User, UserSession
from awards_site.core import clock
from awards_site.core.database.sessions import writing
from awards_site.core.mail import outbox
from awards_site.settings import settings


@dataclass(frozen=True)
class Client:
    """Who asks for a session: the client IP, the device's name, and the token it has.

    `is_known` is whether the browser has signed in to the account before.
    """

    ip_address: str
    device: str
    old_token: str | None
    is_known: bool


def open_session(user: User, client: Client) -> str:
    """Open a session and return its token; the browser's old one ends."""
    with writing() as session:
        if client.old_token:
            user_sessions.end_session(session, client.old_token)
        audit_events.signed_in(session, user)
        if settings().sends_email and not client.is_known:
            notice = emails.new_device(user, client.device, client.ip_address, clock.now())
            outbox.add(session, notice, user.email)
        return user_sessions.open_session(session, user, client.device, client.ip_address)


def renew_session(user_session: UserSession) -> str:
    """Record that the password was entered again; return the session's new token."""
    with writing() as session:
        return user_sessions.renew(session, user_session)


def end_session(token: str) -> None:
    with writing() as session:
        found = user_sessions.find_user(session, token)
        if found is not None:
            user_sessions.end_session(session, token)
            audit_events.signed_out(session, found[0])
