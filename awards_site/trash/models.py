"""A deleted record as staff read it."""

from datetime import timedelta

from awards_site.core import clock
from awards_site.core.records.schemas import StoredSchema, computed_property, response_schema
from awards_site.settings import settings


@response_schema
class DeletedRecordPublic(StoredSchema):
    """A record in the Trash, which was deleted at `created_at` by `user_name`.

    `record_type` is its kind, such as 'blog post', and `can_restore` whether the caller may restore
    it.
    """

    record_type: str
    record_id: int
    name: str
    user_name: str
    can_restore: bool = False

    @computed_property
    def days_left(self) -> int:
        """In how many days the record is deleted permanently, rounded up."""
        left = self.created_at + timedelta(days=settings().trash_days) - clock.now()
        return max(-(-left // timedelta(days=1)), 0)
