"""Use cases of reveals before an embargo ends, and how often open pages ask for results."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core import clock
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.managed_record import published
from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.errors import Conflict
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.content_version import TableChange
from awards_site.core.invalidation.reads import Reads
from awards_site.core.request_context import confirming_all
from awards_site.features.content.edition import Edition, current_edition
from awards_site.features.embargoes.entity import (
    EMBARGO,
    Embargo,
    EmbargoedNominee,
    EmbargoEffect,
    EmbargoPublic,
    active_embargoes,
    effects_of,
    embargoes,
    hidden_until,
    is_under_embargo,
)
from awards_site.features.nominees.entity import (
    FINALIST,
    WINNER,
    Nominee,
    has_results,
    label_of,
    shown_by_hand,
    unrevealed,
)
from awards_site.features.nominees.service import NOMINEE, nominees
from awards_site.features.running_order.entity import RUNNING_ORDER, EveningItem
from awards_site.records.bulk import find_locked
from awards_site.records.undo import Undo, UndoResult
from awards_site.settings import settings

AROUND_GALA = timedelta(hours=12)
REVALIDATE_SECONDS = 2
"""The interval at which open pages revalidate results on the night of the gala."""

_CONSOLE = "reveal console"

Before = Sequence[tuple[int, list[str], str]]
"""Nominees by id, each with what was revealed before, and when, as an ISO time or ''."""
Results = Mapping[int, str]
"""Nominees by id, each with the `result` or what is `shown` as the caller has seen it."""


@use_case(EMBARGO.managed_by)
def end_embargo(_caller: Caller, embargo_id: int) -> EmbargoPublic:
    """End an embargo now, so that visitors see the results."""
    with confirming_all(), writing() as session:
        embargo = embargoes.find(session, embargo_id, for_update=True)
        embargoes.reveal(session, embargo)
        EMBARGO.audit(session, Action.REVEALED, embargo)
        return EmbargoPublic.model_validate(embargo)


@use_case(EMBARGO.managed_by)
def read_edition(_caller: Caller) -> Edition:
    """Return the current edition, whose results a new embargo hides until its gala."""
    with reading() as session:
        return current_edition(session)


@use_case(EMBARGO.managed_by)
def read_effect(_caller: Caller, year: int, category: str | None) -> EmbargoEffect:
    """Return what an embargo of an edition, or of one of its categories, would hide now."""
    probe = Embargo(year=year, category=category, reveal_at=clock.now() + AROUND_GALA)
    with reading() as session:
        [effect] = effects_of(session, [probe])
    return effect


@use_case(EMBARGO.managed_by)
def list_hidden(_caller: Caller, *, revealed: bool = False) -> list[EmbargoedNominee]:
    """Return the hidden results of the current edition, in the order of the evening.

    With `revealed`, those of whom all was revealed are among them.
    """
    with reading() as session:
        active = active_embargoes(session)
        listed = (_view(each, active) for each in _embargoed(session))
        return [each for each in listed if each.result or (revealed and each.shown)]


@use_case(EMBARGO.managed_by)
def reveal_results(_caller: Caller, hidden: Results) -> str:
    """Reveal results now, and return the token that undoes it. Raises Conflict; see `_find`.

    What is entered afterwards is hidden until it is revealed, too.
    """
    now = clock.now()
    with confirming_all(), writing() as session:
        found = _find(session, hidden, unrevealed)
        before = [(each.id, each.revealed, _iso(each.revealed_at)) for each in found]
        for each in found:
            # Like an embargo that ends, a reveal is no change of her page.
            each.keep_modification_time()
            parts = unrevealed(each.model_dump())
            # A winner has been seen as a finalist, too.
            parts |= {FINALIST} if WINNER in parts else set()
            values = {"revealed": sorted({*each.revealed, *parts}), "revealed_at": now}
            nominees.change(session, each, values)
        NOMINEE.audit_all(session, Action.REVEALED, found)
        return _REVEAL.token(_iso(now), before)


@use_case(EMBARGO.managed_by)
def undo_reveal(_caller: Caller, made_at: str, before: Before) -> UndoResult:
    """Hide again what a reveal has shown, except where something was revealed or hidden since.

    Raises Conflict if nothing is left to hide.
    """
    former = {key: (parts, time) for key, parts, time in before}
    with writing() as session:
        found = [each for each in _locked(session, former) if _iso(each.revealed_at) == made_at]
        if not _undo_in_trash(session, made_at, former) and not found:
            raise Conflict("This reveal has been undone already, or its results have changed.")
        for each in found:
            parts, time = former[each.id]
            _set_revealed(session, each, parts, datetime.fromisoformat(time) if time else None)
        NOMINEE.audit_all(session, Action.HIDDEN_AGAIN, found)
    return UndoResult(restored=len(found))


_REVEAL = Undo(
    "reveal",
    lambda *wanted: undo_reveal(*wanted),
    max_age=timedelta(seconds=12),  # The 10 seconds of the notice, and time for its request.
    too_late="It is too late to undo it. Hide the results again instead.",
)


@use_case(EMBARGO.managed_by)
def hide_again(_caller: Caller, shown: Results) -> None:
    """Hide, until the embargo's time, what was revealed by hand. Raises Conflict; see `_find`."""
    with writing() as session:
        found = _find(session, shown, shown_by_hand)
        for each in found:
            _set_revealed(session, each, [], None)
        NOMINEE.audit_all(session, Action.HIDDEN_AGAIN, found)


@use_case(EMBARGO.managed_by)
def open_console(_caller: Caller) -> datetime:
    """Let open pages revalidate often from now on, so that they are fast by the first reveal.

    Returns when they follow a reveal within seconds.
    """
    with reading() as session:
        opened_at = _often_since(session)
    if opened_at is None:
        opened_at = clock.now()
        with writing() as session:
            record_action(session, Action.READ, _CONSOLE)
        # What an embargo may change is sent again, with the shorter interval.
        content_version.bump({str(Embargo.__tablename__): TableChange()})
    return opened_at + timedelta(seconds=settings().revalidate_seconds)


def _set_revealed(
    session: Session, nominee: Nominee, parts: Sequence[str], at: datetime | None
) -> None:
    nominee.keep_modification_time(withdraws=True)
    nominees.change(session, nominee, {"revealed": list(parts), "revealed_at": at})


def _undo_in_trash(
    session: Session, made_at: str, former: Mapping[int, tuple[list[str], str]]
) -> bool:
    """Undo a reveal for deleted nominees, who can be restored; return whether there are some."""
    is_nominee = DeletedRecord.table_name == Nominee.__tablename__
    is_revealed = col(DeletedRecord.record_id).in_(former)
    is_undone = False
    for deleted in session.exec(select(DeletedRecord).where(is_nominee, is_revealed)):
        [(table, row), *others] = deleted.rows
        if row.get("revealed_at") == made_at:
            parts, time = former[deleted.record_id]
            values = {"revealed": parts, "revealed_at": time or None}
            deleted.rows, is_undone = [[table, {**row, **values}], *others], True
    return is_undone


def _find(
    session: Session, seen: Results, parts_of: Callable[[Mapping[str, Any]], set[str]]
) -> Sequence[Nominee]:
    """Return nominees as the caller has seen them, locked. Raises Conflict if they have changed."""
    embargoed = {each.id for each in _embargoed(session)} & seen.keys()
    found = _locked(session, embargoed)
    if not found or {each.id: label_of(parts_of(each.model_dump())) for each in found} != seen:
        raise Conflict("The hidden results have changed. Check them and try again.")
    return found


def _locked(session: Session, ids: Collection[int]) -> Sequence[Any]:
    return [*find_locked(session, Nominee, ids).values()]


def _embargoed(session: Session) -> Sequence[Nominee]:
    """Return the nominees of the current edition whom embargoes cover, by the running order."""
    year = current_edition(session).year
    of_year = select(EveningItem.category).where(EveningItem.year == year)
    evening = session.exec(of_year.order_by(*RUNNING_ORDER.repository.ordering)).all()
    places = {category: place for place, category in reversed([*enumerate(evening)])}
    covered = published(Nominee), has_results(), is_under_embargo()
    found = session.exec(
        select(Nominee).where(Nominee.year == year, *covered).order_by(*nominees.ordering)
    )
    return sorted(found, key=lambda each: places.get(each.category, len(places)))


def _view(nominee: Nominee, active: Sequence[Embargo]) -> EmbargoedNominee:
    values = nominee.model_dump()
    return EmbargoedNominee(
        id=nominee.id,
        name=nominee.name,
        category=nominee.category,
        result=label_of(unrevealed(values)),
        shown=label_of(shown_by_hand(values)),
        reveal_at=hidden_until(values, active),
        revealed_at=nominee.revealed_at,
    )


def _iso(time: datetime | None) -> str:
    return time.isoformat() if time else ""


async def revalidate_seconds(reads: Reads) -> int:
    """Return how often open pages should revalidate a response with these reads, 0 for as usual.

    The gala and the console decide: nobody must find out when a result or its time is entered.
    """
    is_often = Embargo.__tablename__ in reads and await _is_often()
    return REVALIDATE_SECONDS if is_often else 0


class _Known(NamedTuple):
    """Whether pages should revalidate often, after so many changes of the content at a time."""

    number: int = -1
    at: datetime = datetime.min.replace(tzinfo=UTC)
    is_often: bool = False


_known = _Known()
"""What was read last, which holds for a second if nothing is written."""


async def _is_often() -> bool:
    global _known
    number, now = content_version.current(), clock.now()
    if _known.number != number or not _known.at <= now < _known.at + timedelta(seconds=1):
        _known = _Known(number, now, await asyncio.to_thread(_read_is_often))
    return _known.is_often


def _read_is_often() -> bool:
    with reading() as session:
        return _often_since(session) is not None


def _often_since(session: Session) -> datetime | None:
    """Return when the night of the gala began, or the console was opened, if that is not over."""
    gala = current_edition(session).gala_at
    if gala is not None and abs(clock.now() - gala) < AROUND_GALA:
        return gala - AROUND_GALA
    is_recent = col(AuditEntry.created_at) > clock.now() - AROUND_GALA
    opened = select(func.min(AuditEntry.created_at))
    return session.exec(opened.where(AuditEntry.record_type == _CONSOLE, is_recent)).one()
