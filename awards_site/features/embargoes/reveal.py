"""The HTTP endpoints with which results are revealed on the night, before their embargoes end."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

from fastapi import APIRouter
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlmodel import Session, col, select

from awards_site.accounts.dependencies import allow
from awards_site.core import clock
from awards_site.core.audit.models import Action
from awards_site.core.crypto import secret_key
from awards_site.core.database.managed_record import published
from awards_site.core.database.sessions import ReadSession, reading, writing
from awards_site.core.errors import Conflict
from awards_site.core.invalidation.reads import Reads
from awards_site.core.schemas import Schema, response_schema
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees import service
from awards_site.features.nominees.entity import Embargo, Nominee, reveal_time
from awards_site.features.nominees.service import EMBARGO, NOMINEE

AROUND_GALA = timedelta(hours=12)
REVALIDATE_SECONDS = 2
"""How often open pages revalidate results on the night of the gala."""
UNDO_SECONDS = 12
"""The 10 seconds of the notice, and time for its request."""

router = APIRouter()
_RULES = [allow(EMBARGO.managed_by)]


@response_schema
class HiddenNominee(Schema):
    """A nominee whom visitors see without her result, or without parts of her page."""

    id: int
    name: str
    category: str
    result: str
    reveal_at: datetime | None


class Reveal(Schema):
    """Whose results to reveal: `seen` are those that the caller has seen, by the nominees' ids."""

    seen: dict[int, str]


class Undo(Schema):
    """The token with which a reveal is undone."""

    undo: str


@router.get("/admin/reveal", dependencies=_RULES)
def list_hidden(session: ReadSession) -> list[HiddenNominee]:
    """List the hidden results of the current edition."""
    active = service.active_embargoes(session)
    return [
        HiddenNominee(
            id=each.id,
            name=each.name,
            category=each.category,
            result=_result(each),
            reveal_at=reveal_time(each, active),
        )
        for each in _hidden(session)
    ]


@router.post("/admin/reveal", dependencies=_RULES)
def reveal(body: Reveal) -> Undo:
    """Reveal results now. What else their embargoes hide stays hidden as long as before."""
    with writing() as session:
        active = service.active_embargoes(session, for_update=True)
        found = [each for each in _hidden(session) if each.id in body.seen]
        if not found or {each.id: _result(each) for each in found} != body.seen:
            raise Conflict("The hidden results have changed. Check them and reveal them again.")
        ended = []
        for embargo in active:
            covered = [each for each in found if embargo.covers(each.year, each.category, each.id)]
            if covered:
                ids = [str(each.id) for each in covered]
                service.embargoes.change(session, embargo, {"revealed": [*embargo.revealed, *ids]})
                ended.append((embargo.id, ids))
        times = [(each.id, each.reveal_at.isoformat()) for each in found if each.reveal_at]
        for each in found:
            if each.reveal_at:
                # Like an embargo that ends, a reveal is no change of her page.
                each.keep_modification_time()
                service.nominees.change(session, each, {"reveal_at": None})
        NOMINEE.audit_all(session, Action.REVEALED, found)
        return Undo(undo=str(_tokens().dumps([[*body.seen], ended, times])))


@router.post("/admin/reveal/undo", status_code=204, dependencies=_RULES)
def undo(body: Undo) -> None:
    """Hide the results again as before a reveal, unless somebody has changed that since."""
    try:
        nominee_ids, ended, times = _tokens().loads(body.undo, max_age=UNDO_SECONDS)
    except BadData as error:
        message = "It is too late to undo it. To hide the results again, set an embargo."
        raise Conflict(message) from error
    with writing() as session:
        # Embargoes come first, so that a time of her own changes nothing that visitors see.
        for embargo_id, ids in ended:
            embargo = service.embargoes.find(session, embargo_id, for_update=True)
            revealed = [each for each in embargo.revealed if each not in ids]
            _check(len(embargo.revealed) - len(revealed) == len(ids))
            service.embargoes.change(session, embargo, {"revealed": revealed})
        for nominee_id, time in times:
            nominee = service.nominees.find(session, nominee_id, for_update=True)
            _check(nominee.reveal_at is None)
            values = {"reveal_at": datetime.fromisoformat(time)}
            service.nominees.change(session, nominee, values)
        found = session.exec(select(Nominee).where(col(Nominee.id).in_(nominee_ids))).all()
        NOMINEE.audit_all(session, Action.HIDDEN_AGAIN, found)


def _check(is_unchanged: bool) -> None:
    if not is_unchanged:
        raise Conflict("Someone else has changed the embargoes since. Check them.")


def _hidden(session: Session) -> Sequence[Nominee]:
    """Return the nominees of the current edition of whom visitors do not see everything."""
    conditions = service.embargo_conditions({service.EMBARGO_FILTER: "hidden"})
    is_current = Nominee.year == current_edition(session).year
    statement = select(Nominee).where(is_current, published(Nominee), *conditions)
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
