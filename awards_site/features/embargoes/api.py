"""The HTTP endpoints of embargoes, and of their results, which are revealed on the night."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlmodel import Session, select

from awards_site.accounts.dependencies import allow
from awards_site.core import clock
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.crypto import secret_key
from awards_site.core.database import managed_record
from awards_site.core.database.sessions import ReadSession, reading, writing
from awards_site.core.errors import Conflict
from awards_site.core.http.path_parameters import Id
from awards_site.core.invalidation.reads import Reads
from awards_site.core.schemas import Schema, response_schema
from awards_site.core.validation import EDITION_YEAR, Choice, Number
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees import service
from awards_site.features.nominees.entity import (
    Embargo,
    EmbargoPublic,
    Nominee,
    NomineeCategory,
    embargo_name,
)
from awards_site.features.nominees.service import EMBARGO, embargoes
from awards_site.records.companions import delete_companions
from awards_site.records.endpoints import Endpoints
from awards_site.records.versions import record_version

AROUND_GALA = timedelta(hours=12)
REVALIDATE_SECONDS = 2
"""How often open pages revalidate results on the night of the gala."""
UNDO_SECONDS = 12
"""The 10 seconds of the notice, and time for its request."""

router = APIRouter(tags=["nominees"])
endpoints = Endpoints(router, EMBARGO).add_all()


@router.post(
    f"{EMBARGO.item_path}/reveal",
    response_model=EmbargoPublic,
    dependencies=[allow(EMBARGO.managed_by)],
)
def reveal_results(record_id: Id) -> Embargo:
    """End an embargo now, so that visitors see the results."""
    with writing() as session:
        embargo = embargoes.find(session, record_id, for_update=True)
        embargoes.reveal(session, embargo)
        EMBARGO.audit(session, Action.REVEALED, embargo)
        return embargo


_NEW = "new"
"""Stands for the former time of an embargo that a reveal has made."""
_Changes = list[tuple[Embargo | Nominee, str | None]]
"""The changed records with their former times."""


@response_schema
class HiddenCategory(Schema):
    """A category of the current edition, the last of whose results visitors see at `revealAt`.

    `nominees` have the keys `id`, `name` and `result`.
    """

    year: int
    value: str
    label: str
    reveal_at: datetime
    nominees: list[dict[str, Any]]


class Reveal(Schema):
    """What to reveal: a nominee, else a category, else all of an edition.

    `seen` are the results that the caller has seen there, by the nominees' ids.
    """

    year: Annotated[int, EDITION_YEAR]
    category: Annotated[str | None, Choice(NomineeCategory)] = None
    nominee_id: Annotated[int | None, Number(1)] = None
    seen: dict[int, str]


class Undo(Schema):
    """The token with which a reveal is undone."""

    undo: str


@router.get("/admin/reveal", dependencies=[allow(EMBARGO.managed_by)])
def list_hidden(session: ReadSession) -> list[HiddenCategory]:
    """List the hidden results of the current edition."""
    year, active = current_edition(session).year, service.active_embargoes(session)
    hidden, categories = _hidden(session, year), []
    for value, label in NomineeCategory.labels().items():
        if found := [each for each in hidden if each.category == value]:
            times = [each.reveal_at for each in active if each.covers(year, value)]
            times += [each.reveal_at for each in found if each.reveal_at]
            named = [{"id": each.id, "name": each.name, "result": _result(each)} for each in found]
            card = HiddenCategory(
                year=year, value=value, label=label, reveal_at=max(times), nominees=named
            )
            categories.append(card)
    return categories


@router.post("/admin/reveal", dependencies=[allow(EMBARGO.managed_by)])
def reveal(body: Reveal) -> Undo:
    """Reveal results now. What else their embargoes hide stays hidden as long as before."""
    with writing() as session:
        found = [
            each
            for each in _hidden(session, body.year)
            if body.category in {None, each.category} and body.nominee_id in {None, each.id}
        ]
        if not found or {each.id: _result(each) for each in found} != body.seen:
            raise Conflict("The hidden results have changed. Check them and reveal them again.")
        name, category = embargo_name(body.year, body.category), body.category
        if body.nominee_id:
            name, category = f"{body.year}, {found[0].name}", found[0].category
        changes = _end_embargoes(session, body.year, category, body.nominee_id)
        _audit(session, Action.REVEALED, name, changes)
        entries = [(each.__tablename__, each.id, was, _time(each)) for each, was in changes]
        return Undo(undo=str(_tokens().dumps([name, entries])))


@router.post("/admin/reveal/undo", status_code=204, dependencies=[allow(EMBARGO.managed_by)])
def undo(body: Undo) -> None:
    """Restore the embargoes from before a reveal, unless they have changed since."""
    try:
        name, entries = _tokens().loads(body.undo, max_age=UNDO_SECONDS)
    except BadData as error:
        message = "It is too late to undo it. To hide the results again, set an embargo."
        raise Conflict(message) from error
    with writing() as session:
        found: _Changes = []
        for table, key, was, time in entries:
            model: Any = Embargo if table == Embargo.__tablename__ else Nominee
            record = session.get(model, key)
            if record is None or _time(record) != time:
                raise Conflict("Someone else has changed the embargoes since. Check them.")
            found.append((record, was))
        # Embargoes come first, so that visitors see no change of those who have stayed hidden.
        found.sort(key=lambda each: isinstance(each[0], Nominee))
        former = [(each, was and datetime.fromisoformat(was)) for each, was in found if was != _NEW]
        _audit(session, Action.HIDDEN_AGAIN, name, _set_times(session, former))
        made = [record for record, was in found if was == _NEW]
        delete_companions(session, str(Embargo.__tablename__), [each.id for each in made])
        for record in made:
            session.delete(record)


def _end_embargoes(
    session: Session, year: int, category: str | None, nominee_id: int | None
) -> _Changes:
    """End what hides the results of an edition, of one of its categories, or of a nominee."""
    active = [each for each in service.active_embargoes(session) if each.year == year]
    ended = [each for each in active if category is None or each.covers(year, category)]
    scope = [Nominee.year == year, *([Nominee.category == category] if category else [])]
    nominees, times = session.exec(select(Nominee).where(*scope)).all(), list[Any]()
    # The others come first: visitors see no change of them as long as the embargoes last.
    if nominee_id and ended:
        last = max(each.reveal_at for each in ended)
        others = [each for each in nominees if each.id != nominee_id]
        times += [(each, max(last, each.reveal_at or last)) for each in others]
    if category and (whole := [each.reveal_at for each in ended if each.category is None]):
        last = max(whole)
        hidden = {category, *(each.category for each in active if each.reveal_at >= last)}
        apart = [each for each in NomineeCategory.labels() if each not in hidden]
        times += [(Embargo(year=year, category=each, reveal_at=last), last) for each in apart]
    times += [(each, clock.now()) for each in ended]
    revealed = [each for each in nominees if nominee_id in {None, each.id}]
    times += [(each, None) for each in revealed if each.reveal_at and each.reveal_at > clock.now()]
    return _set_times(session, times)


def _set_times(session: Session, times: Sequence[Any]) -> _Changes:
    """Set the times of embargoes and nominees in their order; return those that have changed."""
    changes: _Changes = []
    for record, at in times:
        was = _NEW if record.id is None else _time(record)
        if was == _NEW or record.reveal_at != at:
            repository: Any = embargoes if isinstance(record, Embargo) else service.nominees
            repository.change(session, record, {"reveal_at": at})
            changes.append((record, was))
    return changes


def _audit(session: Session, action: Action, name: str, changes: _Changes) -> None:
    """Add one entry, and a version of each changed record."""
    times = [[each.display_name, was, _time(each)] for each, was in changes]
    permission = EMBARGO.managed_by.name
    record_action(session, action, "edition", name=name, changes=times, permission=permission)
    for record, _ in changes:
        record_version(session, action, record)


def _time(record: Embargo | Nominee) -> str | None:
    return record.reveal_at.isoformat() if record.reveal_at else None


def _hidden(session: Session, year: int) -> Sequence[Nominee]:
    """Return the nominees whom visitors see without their results, or parts of their pages."""
    conditions = service.embargo_conditions({service.EMBARGO_FILTER: "hidden"})
    statement = select(Nominee).where(
        Nominee.year == year, managed_record.published(Nominee), *conditions
    )
    return session.exec(statement.order_by(*service.Nominees.ordering)).all()


def _result(nominee: Nominee) -> str:
    placed = "Finalist" if nominee.is_finalist else "Hidden details"
    return "Winner" if nominee.is_winner else placed


def _tokens() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret_key(), salt="reveal")


async def revalidate_seconds(reads: Reads) -> int:
    """Return how often open pages should revalidate a response with these reads, 0 for as usual.

    The gala's time alone decides: nobody must find out when a result or its time is entered.
    """
    is_often = Embargo.__tablename__ in reads and await asyncio.to_thread(_is_gala_near)
    return REVALIDATE_SECONDS if is_often else 0


def _is_gala_near() -> bool:
    with reading() as session:
        gala = current_edition(session).gala_at
    return gala is not None and abs(clock.now() - gala) < AROUND_GALA
