"""Checks of the settings that protect accounts and visitors, for the operator."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from sqlalchemy import make_url

from awards_site.auth.passwords.policy import check_chosen
from awards_site.auth.permissions import Role
from awards_site.auth.second_factor_policy import needs_second_factor
from awards_site.core.errors import Invalid
from awards_site.operations.check_result import Result
from awards_site.settings import settings


def check_password_policy() -> Result:
    if settings().password_policy == "strict":  # noqa: S105 # Not a password.
        return Result.ok("all new passwords are long and hard to guess")
    return Result.warning(
        "administrators may give users short passwords", "Set AWARDS_PASSWORD_POLICY=strict."
    )


def check_second_factor() -> Result:
    if needs_second_factor(Role.ADMIN):
        return Result.ok("administrators need one")
    return Result.warning(
        "a password alone can open an administrator's account",
        "Set AWARDS_SECOND_FACTOR_ROLES=admin, or name more roles.",
    )


def check_public_url() -> Result:
    url = urlsplit(settings().public_url)
    if url.scheme == "https" or _is_loopback(url.hostname or ""):
        return Result.ok(settings().public_url)
    return Result.error(
        f"passwords and cookies travel unencrypted to {settings().public_url}",
        "Put a proxy with TLS before the site, and set AWARDS_PUBLIC_URL to its https URL.",
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_secret_key() -> Result:
    if settings().secret_key.get_secret_value():
        return Result.ok("set")
    if make_url(settings().database_url).get_backend_name() == "sqlite":
        return Result.ok("in the data folder")
    return Result.warning(
        "each host makes its own; it knows neither devices nor authenticator apps of the others",
        "Set AWARDS_SECRET_KEY to the same random value on all hosts that share the database.",
    )


def check_trusted_proxies() -> Result:
    if settings().trusted_proxies:
        return Result.ok(settings().trusted_proxies)
    # The site itself has no TLS.
    if urlsplit(settings().public_url).scheme != "https":
        return Result.ok("none")
    return Result.error(
        "none, so all visitors have the proxy's IP address and share its rate limits",
        "Set AWARDS_TRUSTED_PROXIES to the proxy's IP address, such as 127.0.0.1.",
    )


def check_demo() -> Result:
    if not settings().demo:
        return Result.ok("off")
    password = settings().admin_password
    try:
        if password:
            check_chosen("password", password, [settings().admin_username])
    except Invalid as error:
        return Result.error(
            f"it is on, and AWARDS_ADMIN_PASSWORD is easy to guess: {error.message}",
            "Set AWARDS_DEMO=0 for a real site, or leave the password empty for a random one.",
        )
    return Result.ok("on, without a password that is easy to guess")
