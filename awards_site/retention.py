"""Hourly maintenance: deletes what is past its retention period, and makes backups."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from awards_site.auth.mfa import challenges
from awards_site.auth.sessions import user_sessions
from awards_site.auth.throttling import rate_limit
from awards_site.backups.schedule import back_up_if_due
from awards_site.core.audit import log as audit_log
from awards_site.core.database.list_indexes import purge_deleted
from awards_site.core.database.sessions import writing
from awards_site.core.logs.logger import get_logger
from awards_site.core.records import soft_delete
from awards_site.core.storage.atomic_write import delete_leftovers
from awards_site.core.storage.disk_space import keep_reserve
from awards_site.core.storage.file_names import VARIANTS_DIR
from awards_site.core.storage.files import storage
from awards_site.core.storage.object_store import StorageUnavailable
from awards_site.mail import outbox
from awards_site.mail.transport import purge_mailbox
from awards_site.media.service import register_used_files
from awards_site.messages import replies
from awards_site.messages.service import messages
from awards_site.resources.drafts import purge_drafts
from awards_site.resources.imports.service import purge_imports
from awards_site.resources.preview_links import purge_links
from awards_site.resources.versions import purge_versions
from awards_site.settings import settings
from awards_site.subscribers.service import purge_unconfirmed
from awards_site.uploads.unused_files import delete_unused_files

INTERVAL_SECONDS = 3600.0

log = get_logger(__name__)


def purge_expired() -> None:
    """Delete what has expired: first rows, then files; keep the reserve for a full disk.

    Before, files that the media library does not know are added to it.
    """
    keep_reserve()
    with writing() as session:
        _purge_rows(session)
    purge_deleted()
    register_used_files()
    delete_unused_files()
    purge_mailbox()
    folder = storage().local_folder
    social_images = (settings().data_dir / "share").glob("*")
    if count := delete_leftovers([folder, folder / VARIANTS_DIR, *social_images]):
        log.info("leftovers of interrupted writes deleted", files=count)


def _purge_rows(session: Session) -> None:
    soft_delete.purge_expired(session)
    purge_versions(session)
    purge_imports(session)
    purge_drafts(session)
    purge_links(session)
    user_sessions.end_expired(session)
    rate_limit.purge_expired(session)
    challenges.purge_expired(session)
    audit_log.purge_expired(session)
    messages.purge_expired(session)
    # Before the outbox forgets them.
    replies.keep_failures(session)
    purge_unconfirmed(session)
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
