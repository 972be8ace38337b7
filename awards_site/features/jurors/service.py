"""Use cases of the jury for staff: progress, closing, the ranking, and results from it.

Until scoring is closed staff see progress only, so that nobody is influenced.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, func, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core import clock
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import reading, row_changes, writing
from awards_site.core.errors import Conflict, Invalid, Unconfirmed
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.request_context import current_request
from awards_site.core.schemas import Schema, response_schema
from awards_site.features.content.edition import current_edition
from awards_site.features.content.entity import (
    CONTENT_SECTION,
    ContentSection,
    ContentSectionCreate,
    find_section,
    sections,
)
from awards_site.features.embargoes.entity import (
    EMBARGO,
    Embargo,
    EmbargoCreate,
    active_embargoes,
    hidden_until,
)
from awards_site.features.jurors.criteria import JURY, Jury, current_jury
from awards_site.features.jurors.entity import (
    JUROR,
    Juror,
    JurorScore,
    Progress,
    Recusal,
    judged_in,
    progress_of,
    scores_of,
)
from awards_site.features.jurors.ranking import Standing, rank
from awards_site.features.nominees.entity import RESULTS, Nominee, NomineeCategory, result_of
from awards_site.features.nominees.service import NOMINEE, nominees
from awards_site.records.use_cases import create

RECORD_TYPE = "jury"
"""The record type of the jury in the audit log; the name is a category."""
STILL_OPEN = "Staff see the ranking once scoring is closed."


@response_schema
class JurorProgress(Schema):
    """How far a juror is: a line for each of her categories, such as 'Leadership: 2 of 5'."""

    name: str
    is_finished: bool
    categories: list[str]


@response_schema
class Comment(Schema):
    """What a juror has written about a nominee, or why she cannot judge her."""

    juror: str
    text: str


@response_schema
class RankedNominee(Schema):
    """A nominee with her place, and what the jury said; without a standing if nobody scored her."""

    id: int
    name: str
    company: str
    standing: Standing | None
    recusals: list[Comment]
    comments: list[Comment]
    result: str
    """The result that is stored, of `nominees.entity.PARTS`, or ''."""


@response_schema
class RankedCategory(Schema):
    """The ranking of a category."""

    category: str
    nominees: list[RankedNominee]
    hidden_until: datetime | None
    """Until when an embargo hides the results of the category; None without one."""


@response_schema
class JuryView(Schema):
    """The jury of the current edition, with the ranking of each category once it is closed."""

    year: int
    phase: str
    highest: int
    is_closed: bool
    can_reopen: bool
    gala_at: datetime | None
    """The begin of the gala, if it is ahead: an embargo can hide results until then."""
    jurors: list[JurorProgress]
    categories: list[RankedCategory]


@use_case(JUROR.managed_by)
def read_jury(_caller: Caller) -> JuryView:
    """Return the jury of the current edition, with its ranking once scoring is closed."""
    with reading() as session:
        edition, jury = current_edition(session), current_jury(session)
        jurors = find_jurors(session, edition.year)
        scores = scores_of(session, jurors)
        return JuryView(
            year=edition.year,
            phase=jury.phase,
            highest=jury.highest,
            is_closed=jury.is_closed,
            can_reopen=jury.closed_at is not None,
            gala_at=_ahead(edition.gala_at),
            jurors=_progress(progress_of(session, jury, jurors, scores), jurors),
            categories=ranked_categories(session, jury, edition.year, jurors, scores)
            if jury.is_closed
            else [],
        )


def find_jurors(session: Session, year: int) -> Sequence[Juror]:
    """Return the jurors of an edition by name."""
    of_year = select(Juror).where(Juror.year == year)
    return session.exec(of_year.order_by(col(Juror.name), col(Juror.id))).all()


def _progress(
    progress: Mapping[int, Mapping[str, Progress]], jurors: Sequence[Juror]
) -> list[JurorProgress]:
    labels = NomineeCategory.labels()
    return [
        JurorProgress(
            name=juror.name if juror.is_active else f"{juror.name} (inactive)",
            is_finished=all(
                key in juror.done or part.scored == part.nominees
                for key, part in progress[juror.id].items()
            ),
            categories=[
                f"{labels[key]}: {part.scored} of {part.nominees}"
                + (", done" if key in juror.done else "")
                for key, part in progress[juror.id].items()
            ],
        )
        for juror in jurors
    ]


def ranked_categories(
    session: Session,
    jury: Jury,
    year: int,
    jurors: Sequence[Juror],
    scores: Mapping[tuple[int, int], JurorScore],
    categories: Collection[str] = tuple(NomineeCategory),
) -> list[RankedCategory]:
    """Return the ranking of each of the categories that the jurors of an edition judge.

    `scores` are those of the jurors.
    """
    active = active_embargoes(session)
    found = session.exec(judged_in(year, categories).order_by(*nominees.ordering)).all()
    ranked = []
    for key in categories:
        judging = [each for each in jurors if key in each.categories]
        in_category = [each for each in found if each.category == key]
        if not (judging and in_category):
            continue
        given = {
            (juror.id, nominee.id): score
            for juror in judging
            for nominee in in_category
            if (score := scores.get((juror.id, nominee.id)))
        }
        ranked.append(
            RankedCategory(
                category=key,
                nominees=_ranked(jury, judging, in_category, given),
                hidden_until=_hidden_until(year, key, active),
            )
        )
    return ranked


def _hidden_until(year: int, category: str, active: Sequence[Embargo]) -> datetime | None:
    """Return until when embargoes hide all results of a category, or None."""
    return hidden_until({"year": year, "category": category, "reveal_at": None}, active)


def _counted(jury: Jury, scores: Mapping[Any, JurorScore]) -> dict[Any, float]:
    """Return the weighted means of the scores that count: complete ones, without a recusal."""
    return {
        key: jury.mean(each.marks)
        for key, each in scores.items()
        if not each.recusal and jury.is_complete(each.marks)
    }


def _ranked(
    jury: Jury,
    jurors: Sequence[Juror],
    in_category: Sequence[Nominee],
    scores: Mapping[tuple[int, int], JurorScore],
) -> list[RankedNominee]:
    """Return nominees by rank, and those without scores after them."""
    standings = {each.nominee_id: each for each in rank(_counted(jury, scores), jury.highest)}
    order = {key: place for place, key in enumerate(standings)}
    ranked = []
    for nominee in sorted(in_category, key=lambda each: order.get(each.id, len(order))):
        own = [
            (each.name, score) for each in jurors if (score := scores.get((each.id, nominee.id)))
        ]
        ranked.append(
            RankedNominee(
                id=nominee.id,
                name=nominee.name,
                company=nominee.company,
                standing=standings.get(nominee.id),
                recusals=[
                    Comment(juror=name, text=Recusal.labels()[score.recusal])
                    for name, score in own
                    if score.recusal
                ],
                comments=[
                    Comment(juror=name, text=score.comment) for name, score in own if score.comment
                ],
                result=result_of(nominee.model_dump()),
            )
        )
    return ranked


@use_case(JUROR.edited_by)
def close_scoring(_caller: Caller) -> None:
    """Close scoring now. Raises Conflict if it is closed already."""
    _set_closed(clock.now())


@use_case(JUROR.edited_by)
def reopen_scoring(_caller: Caller) -> None:
    """Let jurors score again until the deadline. Raises Conflict if they can, or if it is over."""
    _set_closed(None)


def _set_closed(at: datetime | None) -> None:
    with writing() as session:
        jury, section = current_jury(session), find_section(session, JURY.identifier)
        if jury.is_closed if at else jury.closed_at is None:
            raise Conflict(jury.phase)
        if at is None and jury.deadline and jury.deadline <= clock.now():
            raise Conflict("The deadline is over: set a later one in Content, under Jury.")
        content = {**(section.content if section else {}), "closedAt": at and at.isoformat()}
        if section is None:
            new = {"name": JURY.name, "identifier": JURY.identifier, "content": content}
            section = sections.create(session, ContentSectionCreate.model_validate(new))
        else:
            sections.change(session, section, {"content": content})
        action = Action.SCORING_CLOSED if at else Action.SCORING_REOPENED
        CONTENT_SECTION.audit(session, action, section)


@use_case(NOMINEE.edited_by)
def enter_results(
    _caller: Caller,
    category: str,
    results: Mapping[int, str],
    seen: Mapping[int, str] | None = None,
) -> None:
    """Make nominees of a category finalists and winners, and all others of it neither.

    `results` has 'finalist' or 'winner' by the nominee's id, and `seen` those that the caller
    replaces, if known. Raises Conflict if someone has changed them since, without an embargo that
    hides them, or while jurors can score; Invalid if the nominees are not of the category.
    """
    with writing() as session:
        if not current_jury(session).is_closed:
            raise Conflict(STILL_OPEN)
        year = current_edition(session).year
        of_category = select(Nominee).where(Nominee.year == year, Nominee.category == category)
        found = session.exec(
            of_category.order_by(col(Nominee.id)).with_for_update(of=Nominee)
        ).all()
        if not results.keys() <= {each.id for each in found}:
            raise Invalid({"results": "A nominee has left this category. Read the ranking again."})
        if _hidden_until(year, category, active_embargoes(session)) is None:
            raise Conflict("No embargo hides the results of this category: create one first.")
        stored = {each.id: result_of(each.model_dump()) for each in found}
        if seen is not None and any(seen.get(key, "") != each for key, each in stored.items()):
            raise Conflict("Someone has changed these results since. Compare them, then go on.")
        changed = [each for each in found if stored[each.id] != results.get(each.id, "")]
        for nominee in changed:
            result = results.get(nominee.id)
            values = {column: each == result for column, each in RESULTS.items()}
            nominees.change(session, nominee, values)
        NOMINEE.audit_all(session, Action.UPDATED, changed)
        label = NomineeCategory.labels()[category]
        permission = JUROR.managed_by.name
        name = f"{label} {year}"
        record_action(
            session, Action.RESULTS_ENTERED, RECORD_TYPE, name=name, permission=permission
        )


@use_case(EMBARGO.edited_by)
def hide_until_gala(caller: Caller) -> str:
    """Create the embargo of the current edition until its gala, and return that time.

    Raises Conflict unless the time of the gala is known and ahead.
    """
    with reading() as session:
        edition = current_edition(session)
    gala_at = _ahead(edition.gala_at)
    if gala_at is None:
        raise Conflict("The gala's time is not known or over: set it in Content, under Edition.")
    fields = EmbargoCreate.model_validate({"year": edition.year, "revealAt": gala_at})
    create(caller, EMBARGO, fields)
    return format_datetime(gala_at)


class ChangesCriteria(Unconfirmed):
    """409: scores were given by other criteria."""

    title = "Change the criteria?"
    answer = "Change them"


def refuse_new_criteria(session: Session) -> None:
    """Raise ChangesCriteria if a transaction changes the criteria after the first score.

    A check of all transactions. Raises Conflict for another scale, by which marks would be others.
    """
    table, request = str(ContentSection.__tablename__), current_request()
    written = {
        key: (_jury_in(change.before), _jury_in(change.after))
        for key, change in row_changes(session, table).items()
    }
    changed = {key: each for key, each in written.items() if _rules(each[0]) != _rules(each[1])}
    if not (changed and request):
        return
    of_year = JurorScore.juror_id == Juror.id, Juror.year == current_edition(session).year
    count = session.exec(select(func.count()).select_from(JurorScore).where(*of_year)).one()
    if count and any(old.scale != new.scale for old, new in changed.values()):
        raise Conflict(f"Scores given on the former scale: {count}. The scale stays.")
    if count and request.confirmed is not None and changed.keys() - set(request.confirmed):
        raise ChangesCriteria(
            f"Scores given so far: {count}. They are kept, and count by the new criteria and"
            " weights; a score that lacks a mark counts once the juror has added it.",
            changed,
        )


def _jury_in(row: Mapping[str, Any] | None) -> Jury:
    """Return the jury of a stored section, or the default one without a valid section."""
    content = row["content"] if row and row["identifier"] == JURY.identifier else {}
    return JURY.default if JURY.problem(content) else JURY.parse(content)


def _rules(jury: Jury) -> object:
    return jury.scale, [(each.id, each.weight) for each in jury.criteria]


def _ahead(time: datetime | None) -> datetime | None:
    return time if time and time > clock.now() else None
