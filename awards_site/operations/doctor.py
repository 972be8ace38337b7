"""Checks of the configuration and of the site's dependencies, for the operator."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

from PIL import features
from redis import RedisError
from sqlalchemy import make_url
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlmodel import func, select

from awards_site.accounts import passkeys
from awards_site.accounts.models import needs_second_factor
from awards_site.accounts.passwords import check_chosen
from awards_site.accounts.permissions import Role
from awards_site.core import clock
from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.engine import (
    current_revision,
    engine,
    head_revision,
    known_revisions,
    refuse_older,
)
from awards_site.core.database.sessions import reading
from awards_site.core.errors import Invalid
from awards_site.core.files.disk import MIN_FREE_MB, has_free_disk
from awards_site.core.files.storage import StorageUnavailable, storage
from awards_site.core.invalidation.broadcast import broadcast
from awards_site.core.mail.delivery import DeliveryFailed, check_server
from awards_site.features.media.unused_files import GRACE_PERIOD, unused_files, used_names
from awards_site.operations.data_folder import open_to_others, previous_umask
from awards_site.settings import settings, unknown_settings

MAX_CLOCK_DIFFERENCE = timedelta(minutes=1)
"""The maximum difference between the clocks of several hosts."""


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

    def __str__(self) -> str:
        return f"{self.found}. {self.advice}" if self.advice else self.found

    @classmethod
    def ok(cls, found: str) -> "Result":
        return cls(Status.OK, found)

    @classmethod
    def warning(cls, found: str, advice: str) -> "Result":
        return cls(Status.WARNING, found, advice)

    @classmethod
    def error(cls, found: str, advice: str = "") -> "Result":
        return cls(Status.ERROR, found, advice)


Check = Callable[[], Result]


def lacks_database() -> bool:
    """Return whether the database is a SQLite file that does not exist, which no check creates."""
    url = make_url(settings().database_url)
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def diagnose() -> Iterator[tuple[str, Result]]:
    """Yield the name and the result of each check."""
    # SQLite makes files beside the database while it is open.
    with previous_umask():
        for name, check in CHECKS.items():
            yield name, check()


def _check_settings() -> Result:
    if found := unknown_settings():
        return Result.warning(found, "The command `settings` lists all.")
    return Result.ok(f"valid; times are in {settings().zone}")


def _check_data_folder() -> Result:
    folder = settings().data_dir.resolve()
    if not folder.exists():
        return Result.warning(f"there is no {folder} yet", "The first start creates it.")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Result.error(
            f"cannot write into {folder}: {error.strerror}",
            "Run this command as the site's user; make that user the owner of the folder.",
        )
    opened = [str(path) for path in islice(open_to_others(folder), 3)]
    if opened:
        return Result.error(
            f"other users of the machine may use {', '.join(opened)}",
            f"Run: chmod -R go= {folder} (a start does so as well).",
        )
    return Result.ok(f"{folder} is writable, and private")


def _check_database() -> Result:
    if lacks_database():
        return Result.warning("there is none yet", "The first start creates it.")
    if refused := refuse_database():
        return refused
    try:
        with engine().connect() as connection:
            revision = current_revision(connection)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        return Result.error(
            f"not available: {reason}", "Check DATABASE_URL, and that its server runs."
        )
    if revision == head_revision():
        return Result.ok(f"reachable, and at the newest migration ({revision})")
    return Result.warning(
        f"it is at the migration {revision or 'none'}, which is not the newest",
        "Back it up and run: python -m awards_site migrate (a start does so as well).",
    )


def _check_disk_space() -> Result:
    folder = settings().data_dir.resolve()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    floor = f"{MIN_FREE_MB} MB"
    if has_free_disk(existing):
        return Result.ok(f"more than {floor} are free")
    return Result.error(
        f"less than {floor} are free, so forms and uploads are refused",
        "Free some space.",
    )


def _check_redis() -> Result:
    others = broadcast()
    if others is None:
        return Result.ok("none, because one process serves the site")
    try:
        others.ping()
    except RedisError as error:
        return Result.error(
            f"not available: {error}", "Check REDIS_URL; without Redis, nothing can be saved."
        )
    return Result.ok("reachable")


def _check_mail_server() -> Result:
    if not settings().sends_email:
        return Result.warning(
            f"emails are not sent, but written to {settings().mailbox_dir}",
            "Set AWARDS_SMTP_URL.",
        )
    try:
        asyncio.run(check_server())
    except DeliveryFailed as error:
        return Result.error(
            f"not available: {str(error).splitlines()[0]}",
            "Check scheme, host, port and password in AWARDS_SMTP_URL.",
        )
    return Result.ok(f"reachable by {urlsplit(settings().smtp_url.get_secret_value()).scheme}")


def _check_clock() -> Result:
    if lacks_database():
        return Result.ok("there is no audit log to compare it with")
    try:
        with reading() as session:
            newest = session.exec(select(func.max(AuditEntry.created_at))).one()
    except SQLAlchemyError:
        return Result.warning("the audit log cannot be read", "Repair the database first.")
    if newest is None or newest <= clock.now() + MAX_CLOCK_DIFFERENCE:
        return Result.ok("not behind the audit log")
    return Result.error(
        f"it is behind the newest record of the audit log, of {newest:%Y-%m-%d %H:%M} UTC",
        "Set the clock, and let the machine synchronize it (NTP).",
    )


def _check_password_policy() -> Result:
    if settings().password_policy == "strict":  # noqa: S105 # Not a password.
        return Result.ok("all new passwords are long and hard to guess")
    return Result.warning(
        "administrators may give users short passwords", "Set AWARDS_PASSWORD_POLICY=strict."
    )


def _check_second_factor() -> Result:
    if needs_second_factor(Role.ADMIN):
        return Result.ok("administrators need one")
    return Result.warning(
        "a password alone can open an administrator's account",
        "Set AWARDS_SECOND_FACTOR_ROLES=admin, or name more roles.",
    )


def _check_public_url() -> Result:
    url = urlsplit(settings().public_url)
    if url.scheme == "https" or _is_loopback(url.hostname or ""):
        if not passkeys.has_name():
            return Result.warning(
                passkeys.NEED_NAME.rstrip("."), "Set AWARDS_PUBLIC_URL to a name."
            )
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


def _check_secret_key() -> Result:
    if settings().secret_key.get_secret_value():
        return Result.ok("set")
    if make_url(settings().database_url).get_backend_name() == "sqlite":
        return Result.ok("in the data folder")
    return Result.warning(
        "each host makes its own; it knows neither devices nor authenticator apps of the others",
        "Set AWARDS_SECRET_KEY to the same random value on all hosts that share the database.",
    )


def _check_trusted_proxies() -> Result:
    if settings().trusted_proxies:
        return Result.ok(settings().trusted_proxies)
    # The site itself has no TLS.
    if urlsplit(settings().public_url).scheme != "https":
        return Result.ok("none")
    return Result.error(
        "none, so all visitors have the proxy's IP address and share its rate limits",
        "Set AWARDS_TRUSTED_PROXIES to the proxy's IP address, such as 127.0.0.1.",
    )


def _check_demo() -> Result:
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


def _check_storage() -> Result:
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


def _check_uploads() -> Result:
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


def _check_typesetting() -> Result:
    if features.check("fribidi"):
        return Result.ok("images and certificates show names in all scripts")
    return Result.warning(
        "images and certificates cannot show names in Arabic, Hebrew and Indic scripts",
        "Install FriBidi (Debian's libfribidi0), and start the site again.",
    )


def _names(names: list[str]) -> str:
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def refuse_database() -> Result | None:
    """Return what to do if the database is damaged or of another version, else None.

    One that cannot be opened is reported by what uses it.
    """
    url = make_url(settings().database_url)
    if lacks_database():
        return None
    is_file, revision = url.get_backend_name() == "sqlite", None
    found: str | None = "ok"
    try:
        with engine().connect() as connection:
            if is_file:
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found == "ok":
                revision = current_revision(connection)
    except OperationalError:
        return None
    except DatabaseError as error:
        if not is_file:
            return None
        found = str(error.orig)
    if found == "ok":
        if revision is None or revision in known_revisions():
            return None
        if refused := refuse_older("the database", revision):
            return Result.error(refused)
        return Result.error(
            f"the database's migration {revision} is of another version of the site",
            "Install that version, or restore the backup of this one.",
        )
    reason = " ".join(str(found).split()).removeprefix("*** in database main *** ")
    return Result.error(
        f"the database file {url.database} is damaged ({reason})",
        "Move the data folder away, and restore a backup:"
        " python -m awards_site restore FOLDER_OF_THE_BACKUP",
    )


CHECKS: Mapping[str, Check] = {
    "settings": _check_settings,
    "data folder": _check_data_folder,
    "database": _check_database,
    "storage": _check_storage,
    "uploads": _check_uploads,
    "typesetting": _check_typesetting,
    "disk space": _check_disk_space,
    "password policy": _check_password_policy,
    "second factor": _check_second_factor,
    "public URL": _check_public_url,
    "secret key": _check_secret_key,
    "Redis": _check_redis,
    "mail server": _check_mail_server,
    "trusted proxies": _check_trusted_proxies,
    "demo content": _check_demo,
    "clock": _check_clock,
}
"""All checks by their names, in the order of their execution."""
