"""The cookies of sign-in: their names, and how they are set and read."""

from datetime import timedelta

from fastapi import Response
from fastapi.requests import HTTPConnection

from awards_site.auth.models import User
from awards_site.auth.throttling import known_device
from awards_site.settings import settings

COOKIE = "awards_session"
SECURE_PREFIX = "__Host-"
"""The prefix over https, with which browsers refuse cookies that other hosts set for this one."""


def read_cookie(connection: HTTPConnection, name: str) -> str | None:
    """Return a cookie's value; over https only that of the cookie with the secure prefix.

    Without https in the URL the prefix is accepted, too: the portal's calls in process and a proxy
    that is not trusted do not show it.
    """
    secure = connection.cookies.get(SECURE_PREFIX + name)
    return secure if secure or _is_https(connection) else connection.cookies.get(name)


def read_token(connection: HTTPConnection) -> str | None:
    return read_cookie(connection, COOKIE)


def read_known_device(connection: HTTPConnection) -> str | None:
    return read_cookie(connection, known_device.COOKIE)


def set_token(connection: HTTPConnection, response: Response, token: str) -> None:
    lifetime = timedelta(hours=settings().session_max_hours)
    _set_cookie(connection, response, COOKIE, token, lifetime)


def remember_device(
    connection: HTTPConnection, response: Response, user: User, *, signs_in: bool
) -> None:
    """Set the cookie by which the browser is known to the user from then on."""
    cookie = read_known_device(connection)
    value = known_device.add_account(cookie, user, signs_in=signs_in)
    _set_cookie(connection, response, known_device.COOKIE, value, known_device.LIFETIME)


def clear_token(connection: HTTPConnection, response: Response) -> None:
    _set_cookie(connection, response, COOKIE, "", timedelta(0))


def _set_cookie(
    connection: HTTPConnection, response: Response, name: str, value: str, lifetime: timedelta
) -> None:
    is_https = _is_https(connection)
    prefix, secure = (SECURE_PREFIX, "; Secure") if is_https else ("", "")
    # The lifetime comes last: programs that join several Set-Cookie headers garble the last
    # attribute, and `Response.set_cookie` would put SameSite there.
    attributes = f"Path=/; HttpOnly; SameSite=Lax{secure}; Max-Age={lifetime.total_seconds():.0f}"
    response.headers.append("Set-Cookie", f"{prefix}{name}={value}; {attributes}")


def _is_https(connection: HTTPConnection) -> bool:
    public_scheme = settings().public_url.partition(":")[0]
    return public_scheme == "https" or connection.scope.get("scheme") in {"https", "wss"}
