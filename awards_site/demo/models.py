"""Which records came with the demo edition, so that exactly these can be removed."""

from datetime import datetime

from sqlmodel import Field, UniqueConstraint

from awards_site.core.content_version import not_public
from awards_site.core.database import UtcDateTime
from awards_site.core.schemas import Record


@not_public
class DemoRecord(Record, table=True):
    """A record that the demo edition brought: its table, its id, and when it was created.

    The instant is kept because a database may give the id of a deleted record to a new one.
    """

    __tablename__ = "demo_records"
    __table_args__ = (UniqueConstraint("table_name", "record_id"),)

    table_name: str
    record_id: int
    record_created_at: datetime = Field(sa_type=UtcDateTime)
