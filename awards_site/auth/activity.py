"""What staff have done: who changed what, and when (docs/rules/admin-dashboard.md)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from sqlmodel import Session, col, delete, select

from awards_site.auth.access import SignedIn, allow
from awards_site.auth.permissions import GRANTED, Permission, Role
from awards_site.core import clock
from awards_site.core.content_version import not_public
from awards_site.core.database import ReadSession
from awards_site.core.managed import Managed
from awards_site.core.rules import Number
from awards_site.core.schemas import Fields, Record, StoredFields, answer, optional_reference
from awards_site.core.vocabulary import Vocabulary

LIMIT_DEFAULT = 10
LIMIT_MOST = 100
KEPT = timedelta(days=365)


class Action(Vocabulary):
    """What can be done with a record."""

    CREATED = "created", "created"
    UPDATED = "updated", "changed"
    PUBLISHED = "published", "published"
    UNPUBLISHED = "unpublished", "unpublished"
    ACTIVATED = "activated", "activated"
    DELETED = "deleted", "deleted"
    RESTORED = "restored", "brought back"


class ActivityFields(Fields):
    """Who did what with which record."""

    user_name: str
    action: str
    noun: str
    name: str


@answer
class ActivityPublic(StoredFields, ActivityFields):
    """An activity as it is read."""


@not_public
class Activity(Record, ActivityFields, table=True):
    """Something that a member of staff did; shown to who may manage such records."""

    __tablename__ = "activities"

    user_id: int | None = optional_reference("users.id")
    permission: str


class Note:
    """Notes what the caller does, in the transaction that does it."""

    def __init__(self, caller: SignedIn) -> None:
        self._caller = caller

    def __call__(
        self, session: Session, permission: Permission, action: Action, noun: str, record: Managed
    ) -> None:
        """Note an action on a record that those with the permission manage."""
        session.add(
            Activity(
                user_id=self._caller.id,
                user_name=self._caller.name,
                action=action.value,
                noun=noun,
                name=record.called,
                permission=permission.name,
            )
        )


async def note_of(caller: SignedIn) -> Note:
    return Note(caller)


Noting = Annotated[Note, Depends(note_of)]

router = APIRouter(tags=["activity"])


@router.get(
    "/admin/activity",
    response_model=list[ActivityPublic],
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def list_activities(
    caller: SignedIn,
    session: ReadSession,
    limit: Annotated[int, Number(1, LIMIT_MOST, label="limit"), Query()] = LIMIT_DEFAULT,
) -> Sequence[Activity]:
    """List the last changes of what the caller's role may see, newest first."""
    permissions = [each.name for each in GRANTED[Role(caller.role)]]
    statement = select(Activity).where(col(Activity.permission).in_(permissions))
    return session.exec(statement.order_by(col(Activity.id).desc()).limit(limit)).all()


def forget_old(session: Session) -> None:
    """Delete the activities that nobody asks about any more."""
    session.execute(delete(Activity).where(col(Activity.created_at) < clock.now() - KEPT))
