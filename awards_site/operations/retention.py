"""Hourly maintenance: deletes expired data, and makes backups."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from awards_site.accounts import challenges, throttling, user_sessions
from awards_site.core.audit import log as audit_log
from awards_site.core.database import soft_delete
from awards_site.core.database.engine import truncate_write_ahead_log
from awards_site.core.database.sessions import writing
from awards_site.core.files.disk import delete_leftovers, keep_reserve
from awards_site.core.files.file_names import VARIANTS_DIR
from awards_site.core.files.storage import StorageUnavailable, storage
from awards_site.core.logs import get_logger
from awards_site.core.mail import outbox
from awards_site.core.mail.delivery import purge_mailbox
from awards_site.features.jurors.entity import purge_jurors
from awards_site.features.media.service import register_used_files
from awards_site.features.media.unused_files import delete_unused_files
from awards_site.features.messages import replies
from awards_site.features.messages.entity import messages
from awards_site.features.subscribers.entity import purge_unconfirmed
from awards_site.operations.backups.backup import back_up_if_due
from awards_site.records.companions import purge_companions
from awards_site.records.imports.service import purge_imports
from awards_site.settings import settings

INTERVAL_SECONDS = 3600.0

log = get_logger(__name__)


def purge_expired() -> None:
    """Delete expired rows, then expired files; keep the reserve for a full disk.

    Before, files that the media library does not know are added to it.
    """
    keep_reserve()
    with writing() as session:
        _purge_rows(session)
    truncate_write_ahead_log()
    register_used_files()
    delete_unused_files()
    purge_mailbox()
    folder = storage().local_folder
    social_images = (settings().data_dir / "share").glob("*")
    if count := delete_leftovers([folder, folder / VARIANTS_DIR, *social_images]):
        log.info("leftovers of interrupted writes deleted", files=count)


def _purge_rows(session: Session) -> None:
    soft_delete.purge_expired(session)
    purge_companions(session)
    purge_imports(session)
    user_sessions.end_expired(session)
    throttling.purge_expired(session)
    challenges.purge_expired(session)
    audit_log.purge_expired(session)
    messages.purge_expired(session)
    # Before the outbox forgets them.
    replies.keep_failures(session)
    purge_unconfirmed(session)
    purge_jurors(session)
    outbox.purge_expired(session)


async def maintain_hourly() -> None:
    """Purge, and make a backup if one is due, every hour until cancelled; a lifespan task.

    The first time is at once, also for a site that never runs for an hour.
    """
    while True:
        try:
            await asyncio.to_thread(purge_expired)
        except (SQLAlchemyError, OSError, StorageUnavailable):
            log.exception("expired data not deleted", retry_seconds=INTERVAL_SECONDS)
        await asyncio.to_thread(back_up_if_due)
        await asyncio.sleep(INTERVAL_SECONDS)
