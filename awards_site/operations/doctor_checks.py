"""Results of checks of the configuration, with advice."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from awards_site.accounts.models import needs_second_factor
from awards_site.accounts.passwords import check_chosen
from awards_site.accounts.permissions import Role
from awards_site.core.database.sessions import reading
from awards_site.core.errors import Invalid
from awards_site.core.files.files import storage
from awards_site.core.files.storage import StorageUnavailable
from awards_site.features.media.unused_files import GRACE_PERIOD, unused_files, used_names
from awards_site.settings import settings


class Status(StrEnum):
    """The severity of a result; an error makes the command fail."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Result:
    """The finding of a check and, unless that is fine, an advice."""

    status: Status
    found: str
    advice: str = ""

    @classmethod
    def ok(cls, found: str) -> "Result":
        return cls(Status.OK, found)

    @classmethod
    def warning(cls, found: str, advice: str) -> "Result":
        return cls(Status.WARNING, found, advice)

    @classmethod
    def error(cls, found: str, advice: str) -> "Result":
        return cls(Status.ERROR, found, advice)


Check = Callable[[], Result]


def lacks_database() -> bool:
    """Return whether the database is a SQLite file that does not exist, which no check creates."""
    url = make_url(settings().database_url)
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


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


def check_storage() -> Result:
    """Check that files can be written, read, listed and deleted."""
    folder = storage().folder
    if folder is not None and not folder.exists():
        return Result.ok(f"the first upload creates {folder}")
    try:
        storage().check()
    except StorageUnavailable as error:
        return Result.error(
            str(error),
            "Check AWARDS_STORAGE_URL, AWS_ENDPOINT_URL, AWS_REGION and the credentials; the bucket"
            " must exist, and the key may read, write, list and delete.",
        )
    except OSError as error:
        return Result.error(
            f"cannot write into {storage().location}: {error.strerror}",
            "Make the site's user the owner of the folder.",
        )
    return Result.ok(f"{storage().location} is writable")


def check_uploads() -> Result:
    """Check that no record lacks its file, and that no old file lacks a record."""
    if lacks_database():
        return Result.ok("there are no records to compare them with")
    try:
        stored = {file.name for file in storage().originals()}
        with reading() as session:
            missing = sorted(used_names(session) - stored)
        unused = sorted(unused_files())
    except (StorageUnavailable, SQLAlchemyError, OSError):
        return Result.warning(
            "they cannot be compared with the records", "Repair what is named above."
        )
    if missing:
        return Result.error(
            f"records name {len(missing)} files that are missing ({_names(missing)})",
            "Restore the files from a backup, or choose other files in the portal.",
        )
    if unused:
        return Result.warning(
            f"no record uses {len(unused)} of {len(stored)} files ({_names(unused)})",
            f"The running site deletes those older than {GRACE_PERIOD.days} days every hour.",
        )
    return Result.ok(f"{len(stored)} files, and no record lacks one")


def _names(names: list[str]) -> str:
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
