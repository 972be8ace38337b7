"""What is wrong with records, as staff read it, and the table of followed links."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlmodel import Field

from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import Record


class ChecklistItem(BaseModel):
    """Something to do for a record, such as 'Image missing'.

    `record_id` is null for default texts that no content section overrides yet; `path` leads to the
    record in the portal.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    record_type: str
    record_id: int | None
    record_name: str
    message: str
    path: str


class ChecklistPage(BaseModel):
    """The first items of all, and how many there are."""

    items: list[ChecklistItem]
    total: int


@not_public
class FollowedLink(Record, table=True):
    """A link to another site in published records, and whether it was dead when last followed."""

    __tablename__ = "followed_links"

    url: str = Field(unique=True)
    followed_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    """When a process last began to follow it; None if none has yet."""
    problem: str = ""
    """Why it is dead, such as 'not found (404)'; '' if it is not, or nobody knows."""
