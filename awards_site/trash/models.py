"""A deleted record as staff read it, and changes of several of them."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field as Described

from awards_site.core import clock
from awards_site.core.records.list_params import MAX_BULK_RECORDS
from awards_site.core.records.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    response_schema,
)
from awards_site.core.records.soft_delete import TRASH_PERIOD
from awards_site.core.validation.choices import LabeledEnum
from awards_site.core.validation.value_validators import Choice, Number
from awards_site.resources.bulk import Selection, SkippedRecord


@response_schema
class DeletedRecordExported(StoredSchema):
    """A record in the Trash, which was deleted at `created_at` by `user_name`.

    `record_type` is its kind, such as 'blog post'.
    """

    record_type: str
    record_id: int
    name: str
    user_name: str


@response_schema
class DeletedRecordPublic(DeletedRecordExported):
    """A record in the Trash as staff list it; `can_restore` tells whether the caller may.

    In a grouped list, it stands for the `group_size` records that were deleted together with it.
    """

    can_restore: bool = False
    group_size: int = 1

    @computed_property
    def days_left(self) -> int:
        """In how many days the record is deleted permanently, rounded up."""
        left = self.created_at + TRASH_PERIOD - clock.now()
        return max(-(-left // timedelta(days=1)), 0)


class TrashAction(LabeledEnum):
    """What is done to all selected records in the Trash."""

    RESTORE = "restore", "Restore"
    DELETE = "delete", "Delete permanently"


class TrashChange(Selection):
    """A change of the selected records in the Trash, or if `grouped` of their whole groups."""

    action: Annotated[str, Choice(TrashAction)]
    grouped: bool = False


class TrashedRecord(Schema):
    """A record that was in the Trash: its kind, such as 'photo', its own id, and its name.

    `version` is the id of the version that its restoring made; 0 if it was deleted permanently.
    `new_slug` is the one that it was restored with because its own was taken, or ''.
    """

    type: str
    id: Annotated[int, Number(1)]
    name: str
    version: int = 0
    new_slug: str = ""


class TrashResult(Schema):
    """What a change did, in the order in which it was done, and what it left in the Trash."""

    action: Annotated[str, Choice(TrashAction)]
    changed: Annotated[list[TrashedRecord], Described(max_length=MAX_BULK_RECORDS)]
    skipped: Annotated[list[SkippedRecord], Described(max_length=MAX_BULK_RECORDS)] = []
