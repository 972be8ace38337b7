"""Embargoes: until their time, visitors see the nominees of an edition without their results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import ColumnElement, and_, exists, or_
from sqlmodel import Field, Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord, now, published
from awards_site.core.database.repository import Repository
from awards_site.core.schemas import (
    Schema,
    StoredSchema,
    computed_property,
    partial,
    response_schema,
)
from awards_site.core.validation import EDITION_YEAR, Choice, Timestamp
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees.entity import (
    DECIDING_COLUMNS,
    RESULTS,
    Nominee,
    NomineeCategory,
    has_results,
    shown_by_hand,
    unrevealed,
)
from awards_site.records.checklist import Checklist, Problem
from awards_site.records.entity import Entity


class EmbargoBase(Schema):
    """The fields that staff fill in."""

    year: Annotated[int, EDITION_YEAR] = Field(default_factory=lambda: clock.now().year)
    category: Annotated[str | None, Choice(NomineeCategory)] = None
    """The category whose results are hidden; null for all of the edition."""
    reveal_at: Annotated[datetime, Timestamp()] = Field(sa_type=UtcDateTime, index=True)


class EmbargoCreate(EmbargoBase):
    """A new embargo."""


@partial
class EmbargoUpdate(EmbargoBase):
    """A partial update of an embargo."""


@response_schema
class EmbargoPublic(StoredSchema, EmbargoBase):
    """An embargo in API responses."""

    @computed_property
    def name(self) -> str:
        """The edition and the category, such as '2025, Leadership'."""
        return embargo_name(self.year, self.category)


class Embargo(ManagedRecord, EmbargoBase, table=True):
    """Hides the results of an edition, or of one of its categories, until a time."""

    __tablename__ = "embargoes"
    title_field = "year"
    planned_fields = ("reveal_at",)
    hides_others = True
    search_fields = ("year", "category")

    @property
    def display_name(self) -> str:
        return embargo_name(self.year, self.category)


def embargo_name(year: int, category: str | None) -> str:
    """Return what an embargo is called."""
    return f"{year}, {NomineeCategory.labels().get(category or '', 'all categories')}"


class EmbargoEffect(Schema):
    """The numbers of results of published nominees that an embargo hides or staff revealed by hand.

    A nominee counts as one result in each of them.
    """

    hides: int = 0
    revealed: int = 0


@response_schema
class ListedEmbargo(EmbargoPublic, EmbargoEffect):
    """An embargo in the staff list."""


@response_schema
class EmbargoedNominee(Schema):
    """A nominee of whom visitors see only what was revealed by hand, if anything.

    `result` is what they do not see, and `shown` what they do: 'Winner', 'Finalist', 'Hidden
    details', or ''.
    """

    id: int
    name: str
    category: str
    result: str
    shown: str
    reveal_at: datetime | None
    revealed_at: datetime | None


def covers(embargo: EmbargoBase, values: Mapping[str, Any]) -> bool:
    """Return whether an embargo is about a nominee with these columns."""
    is_category = embargo.category in {None, values["category"]}
    return bool(embargo.year == values["year"]) and is_category


def hidden_until(values: Mapping[str, Any], embargoes: Iterable[EmbargoBase]) -> datetime | None:
    """Return the last time until which embargoes and her own time hide what they can, or None."""
    times = [each.reveal_at for each in embargoes if covers(each, values)]
    return max([*times, *filter(None, [values["reveal_at"]])], default=None)


class Embargoes(Repository[Embargo]):
    """The repository of embargoes."""

    table = Embargo
    label = "Embargo"
    ordering = (col(Embargo.reveal_at).desc(), col(Embargo.id).desc())

    def reveal(self, session: Session, record: Embargo) -> Embargo:
        """End an embargo now, unless it has ended."""
        return self.change(session, record, {"reveal_at": min(record.reveal_at, clock.now())})


embargoes = Embargoes()


def active_embargoes(session: Session) -> Sequence[Embargo]:
    """Return the embargoes that have not ended."""
    return session.exec(select(Embargo).where(col(Embargo.reveal_at) > now())).all()


def effects_of(session: Session, embargoes: Sequence[EmbargoBase]) -> list[EmbargoEffect]:
    """Return what each of the embargoes does now, as far as visitors see the nominees."""
    about = published(Nominee), col(Nominee.year).in_({each.year for each in embargoes})
    found = session.exec(select(*DECIDING_COLUMNS).where(has_results(), *about)).mappings().all()
    effects = []
    for embargo in embargoes:
        covered = [each for each in found if covers(embargo, each)]
        is_over = embargo.reveal_at <= clock.now()
        effects.append(
            EmbargoEffect(
                hides=0 if is_over else sum(bool(unrevealed(each)) for each in covered),
                revealed=0 if is_over else sum(bool(shown_by_hand(each)) for each in covered),
            )
        )
    return effects


def list_embargoes(session: Session, embargoes: Sequence[Embargo]) -> Sequence[ListedEmbargo]:
    """Return embargoes with their effects."""
    found = zip(embargoes, effects_of(session, embargoes), strict=True)
    return [
        ListedEmbargo.model_validate(each, update=effect.model_dump()) for each, effect in found
    ]


def is_under_embargo(at: datetime | None = None) -> ColumnElement[bool]:
    """Return the condition that an embargo, or a time of her own, covers a nominee then, or now."""
    then = now() if at is None else at
    own = col(Nominee.reveal_at)
    category = col(Embargo.category)
    is_category = or_(category.is_(None), category == col(Nominee.category))
    is_about = and_(col(Embargo.year) == col(Nominee.year), is_category)
    of_edition = exists().where(is_about, col(Embargo.reveal_at) > then)
    return or_(and_(own.is_not(None), own > then), of_edition)


class EmbargoChecklist(Checklist):
    """Says that an edition with results has no embargo before its gala."""

    def missing(self, session: Session) -> Iterator[Problem]:
        edition = current_edition(session)
        if edition.gala_at is None or edition.gala_at <= clock.now():
            return
        just_before = edition.gala_at - datetime.resolution
        bare = Nominee.year == edition.year, ~is_under_embargo(just_before)
        has_result = or_(*(col(getattr(Nominee, name)) for name in RESULTS))
        if session.exec(select(Nominee.id).where(has_result, *bare).limit(1)).first():
            message = "No embargo hides its results until the gala"
            yield Problem(None, f"Edition {edition.year}", message, "revealAt")


EMBARGO = Entity(
    repository=embargoes,
    view=EmbargoPublic,
    list_view=ListedEmbargo,
    to_list=list_embargoes,
    create=EmbargoCreate,
    update=EmbargoUpdate,
    update_method="PATCH",
    path="/admin/embargoes",
    screen_path="/admin/embargoes",
    managed_by=Permission.MANAGE_SHOWCASE,
    writes_reveal=True,
    is_searched=False,
    bulk="",
    checklist=EmbargoChecklist(),
)
