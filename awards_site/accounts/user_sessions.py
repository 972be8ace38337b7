"""Sessions of signed-in browsers, stored in the database, and the signal of their end."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta

from fastapi import Response
from fastapi.requests import HTTPConnection
from sqlalchemy import ColumnElement, event
from sqlmodel import Session, col, delete, or_, select, update
from starlette.requests import cookie_parser

from awards_site.accounts import throttling
from awards_site.accounts.models import User, UserSession
from awards_site.core import clock
from awards_site.core.crypto import hash_token, new_token
from awards_site.core.invalidation.broadcast import broadcast
from awards_site.settings import settings

TOUCH_INTERVAL = timedelta(minutes=5)
"""The shortest time between updates of `last_used_at`, so that most reads do not write."""

TOPIC = "sessions"
"""The topic of the ends of sessions among processes."""

Listener = Callable[[frozenset[str]], None]

_listeners: list[Listener] = []


def subscribe(listener: Listener) -> None:
    """Call `listener` with the public ids of sessions that have ended, whatever the cause.

    It is called after the commit, in any thread, and may get an id more than once. Other writers
    of this process wait meanwhile, so it must be quick, and must not write itself.
    """
    _listeners.append(listener)


def unsubscribe(listener: Listener) -> None:
    _listeners.remove(listener)


def publish_ended(public_ids: Collection[str]) -> None:
    """Tell the listeners of all processes that sessions have ended."""
    notify_ended(public_ids)
    others = broadcast()
    if others is not None:
        others.publish(TOPIC, list(public_ids))


def notify_ended(public_ids: Collection[str]) -> None:
    """Tell the listeners of this process that sessions have ended."""
    for listener in tuple(_listeners):
        listener(frozenset(public_ids))


def open_session(session: Session, user: User, device: str = "", ip_address: str = "") -> str:
    """Create a session and return its token, which is not stored; end expired sessions."""
    end_expired(session)
    token = new_token()
    session.add(
        UserSession(
            token_hash=hash_token(token), user_id=user.id, device=device, ip_address=ip_address
        )
    )
    return token


def find_user(session: Session, token: str) -> tuple[User, UserSession] | None:
    """Return the user and the session of a token, or None if it is unknown or expired."""
    statement = (
        select(User, UserSession)
        .join(UserSession, col(UserSession.user_id) == User.id)
        .where(UserSession.token_hash == hash_token(token), ~_is_expired())
    )
    return session.exec(statement).first()


def list_sessions(session: Session, user: User) -> Sequence[UserSession]:
    """Return the sessions of a user, the last used one first."""
    statement = select(UserSession).where(UserSession.user_id == user.id, ~_is_expired())
    return session.exec(statement.order_by(col(UserSession.last_used_at).desc())).all()


def needs_touch(user_session: UserSession) -> bool:
    return clock.now() - user_session.last_used_at > TOUCH_INTERVAL


def touch(session: Session, user_session: UserSession) -> None:
    _update(session, user_session, last_used_at=clock.now())


def is_recent(user_session: UserSession) -> bool:
    """Return whether the user has entered the password recently enough for sensitive actions."""
    recent = timedelta(minutes=settings().recent_sign_in_minutes)
    # A time in the future shows that the clock was set back, and nothing about the password.
    return not recent or abs(clock.now() - user_session.authenticated_at) <= recent


def renew(session: Session, user_session: UserSession) -> str:
    """Record that the user has entered the password again; return the session's new token."""
    token = new_token()
    _update(session, user_session, token_hash=hash_token(token), authenticated_at=clock.now())
    return token


def end_session(session: Session, token: str) -> None:
    _end(session, col(UserSession.token_hash) == hash_token(token))


def end_session_of(session: Session, user: User, public_id: str) -> bool:
    """End a session of a user; return False if the user has none with this id."""
    own = col(UserSession.user_id) == user.id
    has_ended = bool(_end(session, own, col(UserSession.public_id) == public_id))
    if has_ended:
        _forget_devices(session, user)
    return has_ended


def end_user_sessions(session: Session, user: User, *, except_id: str = "") -> None:
    """End all sessions of a user, except the one with the public id `except_id`."""
    own = col(UserSession.user_id) == user.id
    _end(session, own, col(UserSession.public_id) != except_id)
    _forget_devices(session, user)


def has_expired(session: Session) -> bool:
    return session.exec(select(UserSession.id).where(_is_expired()).limit(1)).first() is not None


def end_expired(session: Session) -> None:
    """End the sessions that are over their idle or their absolute limit."""
    _end(session, _is_expired())


def _end(session: Session, *conditions: ColumnElement[bool]) -> Sequence[str]:
    """Delete sessions and return their public ids; announce their end after the commit."""
    ended = session.exec(select(UserSession.public_id).where(*conditions)).all()
    if ended:
        session.execute(delete(UserSession).where(col(UserSession.public_id).in_(ended)))
        event.listen(session, "after_commit", lambda _: publish_ended(ended), once=True)
    return ended


def _forget_devices(session: Session, user: User) -> None:
    """Make all browsers unknown to a user; those with a session soon are known again."""
    statement = update(User).where(col(User.id) == user.id)
    session.execute(statement.values(device_generation=User.device_generation + 1))


def _update(session: Session, user_session: UserSession, **values: object) -> None:
    statement = update(UserSession).where(col(UserSession.id) == user_session.id)
    session.execute(statement.values(values))


def _is_expired() -> ColumnElement[bool]:
    now = clock.now()
    return or_(
        col(UserSession.last_used_at) < now - timedelta(hours=settings().session_idle_hours),
        col(UserSession.created_at) < now - timedelta(hours=settings().session_max_hours),
    )


COOKIE = "awards_session"
SECURE_PREFIX = "__Host-"
"""The prefix over https, with which browsers refuse cookies that other hosts set for this one."""


def read_cookie(connection: HTTPConnection, name: str) -> str | None:
    """Return a cookie's value; over https only that of the cookie with the secure prefix.

    Without https in the URL the prefix is accepted, too: a proxy that is not trusted does not show
    it.
    """
    return _find_cookie(connection.cookies, name, _is_https(connection))


def _find_cookie(cookies: Mapping[str, str], name: str, is_https: bool) -> str | None:
    secure = cookies.get(SECURE_PREFIX + name)
    return secure if secure or is_https else cookies.get(name)


def read_token(connection: HTTPConnection) -> str | None:
    return read_cookie(connection, COOKIE)


def cookies_in(cookie_header: str) -> tuple[str, str]:
    """Return the session's token and the known device in a page's websocket's Cookie header.

    '' stands for one that is not there.
    """
    is_https = settings().public_url.startswith("https:")
    cookies = cookie_parser(cookie_header)
    token, device = (_find_cookie(cookies, each, is_https) for each in (COOKIE, throttling.COOKIE))
    return token or "", device or ""


def read_known_device(connection: HTTPConnection) -> str | None:
    return read_cookie(connection, throttling.COOKIE)


def set_token(connection: HTTPConnection, response: Response, token: str) -> None:
    lifetime = timedelta(hours=settings().session_max_hours)
    set_cookie(connection, response, COOKIE, token, lifetime)


def remember_device(
    connection: HTTPConnection, response: Response, user: User, *, signs_in: bool
) -> None:
    """Set the cookie by which the browser is known to the user from then on."""
    cookie = read_known_device(connection)
    value = throttling.add_account(cookie, user, signs_in=signs_in)
    set_cookie(connection, response, throttling.COOKIE, value, throttling.LIFETIME)


def keep_device(connection: HTTPConnection, response: Response, user: User) -> None:
    """Set the cookie again in a browser with a session, unless it is known to the user."""
    if not throttling.has_signed_in(read_known_device(connection), user):
        remember_device(connection, response, user, signs_in=True)


def clear_token(connection: HTTPConnection, response: Response) -> None:
    set_cookie(connection, response, COOKIE, "", timedelta(0))


def set_cookie(
    connection: HTTPConnection, response: Response, name: str, value: str, lifetime: timedelta
) -> None:
    """Set a cookie for the whole site that scripts do not read; see `read_cookie`."""
    is_https = _is_https(connection)
    prefix, secure = (SECURE_PREFIX, "; Secure") if is_https else ("", "")
    # The lifetime comes last: programs that join several Set-Cookie headers garble the last
    # attribute, and `Response.set_cookie` would put SameSite there.
    attributes = f"Path=/; HttpOnly; SameSite=Lax{secure}; Max-Age={lifetime.total_seconds():.0f}"
    response.headers.append("Set-Cookie", f"{prefix}{name}={value}; {attributes}")


def _is_https(connection: HTTPConnection) -> bool:
    public_scheme = settings().public_url.partition(":")[0]
    return public_scheme == "https" or connection.scope.get("scheme") in {"https", "wss"}


_BROWSERS = {
    # More specific names first: Edge also calls itself Chrome, and Chrome calls itself Safari.
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
UNKNOWN = "Unknown browser"


def device_name(user_agent: str) -> str:
    """Return the browser and its system, such as 'Firefox on Windows'."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    return f"{browser} on {system}" if browser and system else browser or system or UNKNOWN


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for token, name in names.items() if token in user_agent), "")
