"""The running order: what happens on the evening of the gala, one item after the other.

Nothing here tells a result: an item names its category, and the API reads the winners apart.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

from sqlmodel import Field, Session, col, func, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.presentation.texts import local_time
from awards_site.core.schemas import Schema, StoredSchema, partial, response_schema
from awards_site.core.validation import EDITION_YEAR, Choice, DisplayOrder, Number, Text
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.records.checklist import Checklist, Problem
from awards_site.records.entity import Entity


class EveningItemBase(Schema):
    """The fields that staff fill in."""

    year: Annotated[int | None, EDITION_YEAR] = Field(default=None, nullable=False)
    """The current edition's by default."""
    title: Annotated[str, Text(2)]
    duration_minutes: Annotated[int, Number(0, 24 * 60)] = 5
    category: Annotated[str | None, Choice(NomineeCategory)] = None
    """The category whose award is presented, if it is one."""
    presenter: Annotated[str | None, Text()] = None
    notes: Annotated[str | None, Text(max_length=2000)] = None
    display_order: Annotated[int, DisplayOrder()] = 0
    """The place in the evening; the last one by default."""


@partial
class EveningItemUpdate(EveningItemBase):
    """A partial update of an item."""


class EveningItem(ManagedRecord, EveningItemBase, table=True):
    """An item of the evening."""

    __tablename__ = "running_order"
    title_field = "title"
    search_fields = ("title", "category", "presenter", "notes", "year")
    year_field = "year"


@response_schema
class EveningItemView(StoredSchema, EveningItemBase):
    """An item."""


@response_schema
class TimedItem(EveningItemView):
    """An item with the time at which it begins, such as '7:05 PM'."""

    time: str


class RunningOrder(Repository[EveningItem]):
    """The repository of items."""

    table = EveningItem
    label = "Running order item"
    ordering = (col(EveningItem.year).desc(), col(EveningItem.display_order), col(EveningItem.id))
    order_group = "year"

    def prepare(self, session: Session, record: EveningItem, changes: Mapping[str, Any]) -> None:
        record.year = record.year or current_edition(session).year
        if not (record.id or record.display_order):
            last = select(func.max(EveningItem.display_order))
            of_year = last.where(EveningItem.year == record.year)
            record.display_order = session.exec(of_year).one() or 0


def evening(session: Session, year: int | None) -> list[TimedItem]:
    """Return the items of an edition, by default the current one, in their order."""
    of_year = EveningItem.year == (year or current_edition(session).year)
    items = select(EveningItem).where(of_year).order_by(*RunningOrder.ordering)
    return timed(session, session.exec(items).all())


def timed(session: Session, items: Sequence[EveningItem]) -> list[TimedItem]:
    """Return items with their times: after those before them, and after the gala's beginning."""
    edition = current_edition(session)
    columns = EveningItem.id, col(EveningItem.year), EveningItem.duration_minutes
    years = {each.year for each in items}
    of_years = select(*columns).where(col(EveningItem.year).in_(years))
    minutes: Counter[int | None] = Counter()
    times = {}
    for key, year, duration in session.exec(of_years.order_by(*RunningOrder.ordering)):
        times[key] = _time(edition.gala_at if year == edition.year else None, minutes[year])
        minutes[year] += duration
    return [TimedItem.model_validate(each, update={"time": times[each.id]}) for each in items]


def _time(gala_at: datetime | None, minutes: int) -> str:
    if gala_at is None:
        return f"{minutes // 60}:{minutes % 60:02}"
    local = local_time(gala_at + timedelta(minutes=minutes))
    return f"{local.hour % 12 or 12}:{local:%M %p}"


class RunningOrderChecklist(Checklist):
    """Says that the order of an evening that is planned is empty."""

    def missing(self, session: Session) -> Iterator[Problem]:
        edition = current_edition(session)
        if edition.gala_at is None or edition.gala_at <= clock.now():
            return
        of_year = select(EveningItem.id).where(EveningItem.year == edition.year)
        if not session.exec(of_year.limit(1)).first():
            yield Problem(None, f"Gala {edition.year}", "The running order is empty", "title")


RUNNING_ORDER = Entity(
    repository=RunningOrder(),
    view=EveningItemView,
    list_view=TimedItem,
    to_list=timed,
    create=EveningItemBase,
    update=EveningItemUpdate,
    update_method="PATCH",
    path="/admin/running-order",
    screen_path="/admin/running-order",
    managed_by=Permission.MANAGE_SHOWCASE,
    bulk_fields=("durationMinutes", "presenter"),
    checklist=RunningOrderChecklist(),
)
