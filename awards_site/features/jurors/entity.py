"""Jurors and their scores; nothing of them is public."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlmodel import Field, Session, col, delete, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Invalid
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import (
    Record,
    Schema,
    StoredSchema,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    EDITION_YEAR,
    Boolean,
    Choice,
    Email,
    LabeledEnum,
    Text,
    TextList,
)
from awards_site.features.content.edition import current_edition
from awards_site.features.jurors.criteria import Jury, current_jury
from awards_site.features.nominees.entity import Nominee, NomineeCategory
from awards_site.records.entity import Entity
from awards_site.settings import settings


class JurorBase(Schema):
    """The fields that staff fill in."""

    name: Annotated[str, Text(2)]
    email: Annotated[str, Email()]
    year: Annotated[int | None, EDITION_YEAR] = Field(default=None, nullable=False)
    """The current edition's by default."""
    categories: Annotated[list[str], TextList(Choice(NomineeCategory))] = Field(sa_type=JSON)
    """Whom she judges: the nominees of the edition in these categories."""
    is_active: Annotated[bool, Boolean()] = True
    """Whether her link works. The scores of an inactive juror count."""


class JurorCreate(JurorBase):
    """A new juror."""


@partial
class JurorUpdate(JurorBase):
    """A partial update of a juror."""


@not_public
class Juror(ManagedRecord, JurorBase, table=True):
    """A person who scores nominees by a private link."""

    __tablename__ = "jurors"
    __table_args__ = (UniqueConstraint("email_folded", "year"),)
    title_field = "name"
    is_personal = True
    has_versions = False
    search_fields = ("name", "email", "year")
    year_field = "year"

    email_folded: str
    done: list[str] = Field(default_factory=list, sa_type=JSON)
    """The categories with which she is done."""
    link_hash: str | None = Field(default=None, index=True, unique=True)
    """The hash of the link's token; None without a link."""
    encrypted_link: str = ""
    """The token, with which a reminder repeats the link."""
    link_sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    code_hash: str = ""
    code_sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    wrong_codes: int = 0


@response_schema
class JurorView(StoredSchema, JurorBase):
    """A juror as staff read her."""

    link_sent_at: datetime | None


@dataclass
class Progress:
    """The numbers of nominees whom a juror judges, and whom she has scored or cannot judge."""

    scored: int = 0
    nominees: int = 0


@response_schema
class ListedJuror(JurorView):
    """A juror in the staff list."""

    progress: str
    """Of how many nominees she has scored how many."""
    labels: str
    """The labels of her categories."""
    link: str
    """The state of her link: 'Sent', 'None' without one, or 'Ended'."""


class Recusal(LabeledEnum):
    """Why a juror cannot judge a nominee."""

    PROFESSIONAL = "professional", "A professional tie"
    PERSONAL = "personal", "A personal tie"
    OTHER = "other", "Another reason"


class ScoreBase(Schema):
    """What a juror says of a nominee: marks by the id of the criterion, and a comment."""

    marks: dict[str, int] = Field(default_factory=dict, sa_type=JSON)
    comment: Annotated[str | None, Text(max_length=4000)] = None
    recusal: Annotated[str | None, Choice(Recusal)] = None


@not_public
class JurorScore(Record, ScoreBase, table=True):
    """The score that a juror gives a nominee, who may be in the Trash meanwhile."""

    __tablename__ = "juror_scores"
    __table_args__ = (UniqueConstraint("juror_id", "nominee_id"),)

    juror_id: int = Field(sa_column_args=[ForeignKey("jurors.id", ondelete="CASCADE")])
    nominee_id: int


class Jurors(Repository[Juror]):
    """The repository of jurors."""

    table = Juror
    label = "Juror"
    ordering = (col(Juror.year).desc(), col(Juror.name), col(Juror.id))
    duplicate_message = "This email address is that of a juror of this edition already"

    def prepare(self, session: Session, record: Juror, changes: Mapping[str, Any]) -> None:
        if not record.categories:
            raise Invalid({"categories": "Choose at least one category"})
        record.year = record.year or current_edition(session).year
        if record.email_folded != record.email.casefold():
            # Who reads the former mailbox gets in no more.
            record.link_hash, record.encrypted_link, record.link_sent_at = None, "", None
        record.email_folded = record.email.casefold()


def purge_jurors(session: Session) -> None:
    """Delete the jurors, with their scores, of editions that are over for long enough."""
    months = settings().jury_retention_months
    today = clock.today()
    last = (today.year * 12 + today.month - 1 - months) // 12 - 1
    if months:
        session.execute(delete(Juror).where(col(Juror.year) <= last))


def judged_in(year: int | None, categories: Collection[str]) -> Any:
    """Return the statement that selects the nominees of an edition's categories, with drafts."""
    return select(Nominee).where(Nominee.year == year, col(Nominee.category).in_(categories))


def judges(juror: Juror, year: int, category: str) -> bool:
    """Return whether a juror judges the nominees of an edition's category."""
    return juror.year == year and category in juror.categories


def scores_of(session: Session, jurors: Sequence[Juror]) -> dict[tuple[int, int], JurorScore]:
    """Return the scores of jurors, by the ids of juror and nominee."""
    of_jurors = col(JurorScore.juror_id).in_([each.id for each in jurors])
    found = session.exec(select(JurorScore).where(of_jurors))
    return {(each.juror_id, each.nominee_id): each for each in found}


def is_scored(jury: Jury, score: JurorScore | None) -> bool:
    """Return whether nothing is left to say of a nominee."""
    return score is not None and bool(score.recusal or jury.is_complete(score.marks))


def progress_of(
    session: Session,
    jury: Jury,
    jurors: Sequence[Juror],
    scores: Mapping[tuple[int, int], JurorScore],
) -> dict[int, dict[str, Progress]]:
    """Return how far each juror is in each of her categories, by her id; `scores` are theirs."""
    columns = select(Nominee.id, Nominee.year, Nominee.category)
    years = {each.year for each in jurors}
    found = session.exec(columns.where(col(Nominee.year).in_(years))).all()
    progress = {each.id: {key: Progress() for key in each.categories} for each in jurors}
    for juror in jurors:
        for key, year, category in found:
            if judges(juror, year, category):
                of_category = progress[juror.id][category]
                of_category.nominees += 1
                of_category.scored += is_scored(jury, scores.get((juror.id, key)))
    return progress


def list_jurors(session: Session, jurors: Sequence[Juror]) -> Sequence[ListedJuror]:
    """Return jurors with how far they are."""
    jury = current_jury(session)
    progress = progress_of(session, jury, jurors, scores_of(session, jurors))
    labels, listed = NomineeCategory.labels(), []
    for juror in jurors:
        parts = progress[juror.id].values()
        shown = {
            "progress": f"{sum(each.scored for each in parts)} of"
            f" {sum(each.nominees for each in parts)}",
            "labels": ", ".join(labels[each] for each in juror.categories),
            "link": _state_of_link(juror, jury),
        }
        listed.append(ListedJuror.model_validate(juror, update=shown))
    return listed


def _state_of_link(juror: Juror, jury: Jury) -> str:
    if juror.link_hash is None:
        return "None"
    return "Ended" if jury.is_closed or not juror.is_active else "Sent"


JUROR = Entity(
    repository=Jurors(),
    view=JurorView,
    list_view=ListedJuror,
    to_list=list_jurors,
    create=JurorCreate,
    update=JurorUpdate,
    update_method="PATCH",
    path="/admin/jurors",
    screen_path="/admin/jurors",
    managed_by=Permission.MANAGE_SHOWCASE,
    reads_are_audited=True,
    bulk="",
)
