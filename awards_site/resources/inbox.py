"""The repository of what visitors send, which stores a limited number of records."""

from typing import ClassVar, TypeVar

from sqlmodel import Session, func, select

from awards_site.core.errors import InsufficientStorage
from awards_site.core.logs.logger import get_logger
from awards_site.core.records.managed_record import ManagedRecord
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema
from awards_site.core.storage.disk_space import check_free_disk
from awards_site.settings import settings

R = TypeVar("R", bound=ManagedRecord)

log = get_logger(__name__)


class Inbox(Repository[R]):
    """The records that a public form creates."""

    full_message: ClassVar[str]
    """The message when no more records are stored."""

    def receive(self, session: Session, fields: Schema) -> R | None:
        """Store what was sent; if `store_forms` is off, log it without its content, return None.

        Raises InsufficientStorage if the quota is reached or the disk is full.
        """
        if not settings().store_forms:
            log.info("submission not stored: AWARDS_STORE_FORMS is 0", kind=self.record_type)
            return None
        self.check_room(session, 1)
        return self.add(session, fields)

    def check_room(self, session: Session, wanted: int) -> None:
        """Raise InsufficientStorage if there is no room for `wanted` more records."""
        check_free_disk()
        count = session.exec(select(func.count()).select_from(self.table)).one()
        if count + wanted > settings().inbox_quota:
            raise InsufficientStorage(self.full_message)

    def add(self, session: Session, fields: Schema) -> R | None:
        """Store what was sent and return the record, which may exist already."""
        return self.create(session, fields)
