"""The audit log: who changed which record, and when."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from sqlmodel import Session, col, delete, select

from awards_site.auth.dependencies import SignedIn, allow
from awards_site.auth.permissions import GRANTED, Permission, Role
from awards_site.core import clock
from awards_site.core.choices import LabeledEnum
from awards_site.core.content_version import not_public
from awards_site.core.database import ReadSession
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import (
    Record,
    Schema,
    StoredSchema,
    optional_reference,
    response_schema,
)
from awards_site.core.validators import Number

DEFAULT_LIMIT = 10
MAX_LIMIT = 100
RETENTION = timedelta(days=365)


class Action(LabeledEnum):
    """An audited action on a record."""

    CREATED = "created", "created"
    UPDATED = "updated", "changed"
    PUBLISHED = "published", "published"
    UNPUBLISHED = "unpublished", "unpublished"
    ACTIVATED = "activated", "activated"
    DELETED = "deleted", "deleted"
    RESTORED = "restored", "restored"


class ActivityBase(Schema):
    """An entry of the audit log; `name` is the record's, `record_type` its kind: "nominee"."""

    user_name: str
    action: str
    record_type: str
    name: str


@response_schema
class ActivityPublic(StoredSchema, ActivityBase):
    """An entry as the API returns it."""


@not_public
class Activity(Record, ActivityBase, table=True):
    """An entry as stored, visible to roles with its `permission`."""

    __tablename__ = "activities"

    user_id: int | None = optional_reference("users.id")
    permission: str


class AuditWriter:
    """Writes audit log entries for the caller."""

    def __init__(self, caller: SignedIn) -> None:
        self._caller = caller

    def __call__(
        self,
        session: Session,
        permission: Permission,
        action: Action,
        record_type: str,
        record: ManagedRecord,
    ) -> None:
        """Add an entry to the transaction of the action; `permission` decides who can see it."""
        session.add(
            Activity(
                user_id=self._caller.id,
                user_name=self._caller.name,
                action=action.value,
                record_type=record_type,
                name=record.display_name,
                permission=permission.name,
            )
        )


async def get_audit_writer(caller: SignedIn) -> AuditWriter:
    return AuditWriter(caller)


Audit = Annotated[AuditWriter, Depends(get_audit_writer)]

router = APIRouter(tags=["activity"])


@router.get(
    "/admin/activity",
    response_model=list[ActivityPublic],
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def list_activities(
    caller: SignedIn,
    session: ReadSession,
    limit: Annotated[int, Number(1, MAX_LIMIT, label="limit"), Query()] = DEFAULT_LIMIT,
) -> Sequence[Activity]:
    """List the latest entries that the caller's role may see, newest first."""
    permissions = [each.name for each in GRANTED[Role(caller.role)]]
    statement = select(Activity).where(col(Activity.permission).in_(permissions))
    return session.exec(statement.order_by(col(Activity.id).desc()).limit(limit)).all()


def purge_expired(session: Session) -> None:
    """Delete the entries that are older than RETENTION."""
    session.execute(delete(Activity).where(col(Activity.created_at) < clock.now() - RETENTION))
