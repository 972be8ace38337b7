"""The records created by the demo edition, so that exactly these can be removed."""

from datetime import datetime

from sqlmodel import Field, UniqueConstraint

from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import Record


@not_public
class DemoRecord(Record, table=True):
    """A reference to a record of the demo edition: its table, id, and creation time.

    The creation time distinguishes it from a later record, because a database may reuse the id of
    a deleted one.
    """

    __tablename__ = "demo_records"
    __table_args__ = (UniqueConstraint("table_name", "record_id"),)

    table_name: str
    record_id: int
    record_created_at: datetime = Field(sa_type=UtcDateTime)
