"""Checks of the configuration and of what the site depends on, for the operator."""

import asyncio
import tempfile
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import islice
from urllib.parse import urlsplit

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from redis import RedisError
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import func, select

from awards_site.core import clock
from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.engine import (
    current_revision,
    engine,
    head_revision,
    known_revisions,
)
from awards_site.core.database.sessions import reading
from awards_site.core.files.storage import MIN_FREE_MB, has_free_disk
from awards_site.core.invalidation.broadcast import broadcast
from awards_site.core.mail.delivery import DeliveryFailed, check_server
from awards_site.operations.bootstrap import open_to_others, previous_umask
from awards_site.operations.data_files import check_database_file
from awards_site.operations.doctor_checks import (
    Check,
    Result,
    Status,
    check_demo,
    check_password_policy,
    check_public_url,
    check_second_factor,
    check_secret_key,
    check_storage,
    check_trusted_proxies,
    check_uploads,
    lacks_database,
)
from awards_site.settings import settings

MAX_CLOCK_DIFFERENCE = timedelta(minutes=1)
"""How far the clocks of several hosts may differ."""


def diagnose() -> Iterator[tuple[str, Result]]:
    """Yield the name and the result of each check; only the first if the settings are invalid."""
    # SQLite makes files beside the database while it is open.
    with previous_umask():
        for name, check in CHECKS.items():
            result = check()
            yield name, result
            if check is check_settings and result.status is Status.ERROR:
                return


def check_settings() -> Result:
    """Return what is wrong with the settings, without their values, which may be secret."""
    try:
        zone = settings().zone
    except ValidationError as error:
        found = "; ".join(map(_describe, error.errors(include_context=False)))
        return Result.error(found, "The command `settings` lists the valid values.")
    return Result.ok(f"valid; times are in {zone}")


def _describe(error: ErrorDetails) -> str:
    """Return what is wrong, beginning with the setting; a combination has a text of its own."""
    text = error["msg"].removeprefix("Value error, ")
    name = "".join(map(str, error["loc"][:1]))
    return text if text.startswith(name) else f"{name}: {text}"


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
    if damaged := check_database_file():
        return damaged
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
    if revision and revision not in known_revisions():
        return Result.error(
            f"its migration {revision} is of another version of the site",
            "Install that version, or restore the backup of this one.",
        )
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


CHECKS: Mapping[str, Check] = {
    "settings": check_settings,
    "data folder": _check_data_folder,
    "database": _check_database,
    "storage": check_storage,
    "uploads": check_uploads,
    "disk space": _check_disk_space,
    "password policy": check_password_policy,
    "second factor": check_second_factor,
    "public URL": check_public_url,
    "secret key": check_secret_key,
    "Redis": _check_redis,
    "mail server": _check_mail_server,
    "trusted proxies": check_trusted_proxies,
    "demo content": check_demo,
    "clock": _check_clock,
}
"""All checks by their names, in the order of their execution."""
