"""Refuses writes after which visitors see what was hidden, unless that is meant.

It compares what visitors see before and after each transaction, so no endpoint can be left out.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from sqlalchemy import and_, or_
from sqlmodel import Session, col, select

from awards_site.core import clock
from awards_site.core.database.managed_record import schedule_of
from awards_site.core.database.sessions import row_changes
from awards_site.core.errors import Reveals
from awards_site.core.presentation.texts import listed
from awards_site.core.request_context import current_request
from awards_site.core.schemas import Record
from awards_site.features.embargoes.entity import Embargo
from awards_site.features.nominees.entity import (
    HIDDEN_VALUES,
    RESULTS,
    Nominee,
    has_results,
    result_of,
    unrevealed,
)
from awards_site.features.nominees.service import hidden_values, is_embargoed

_RANKS = ["", *RESULTS.values()]


def refuse_reveals(session: Session) -> None:
    """Raise Reveals if a transaction shows what its request has not confirmed."""
    request = current_request()
    if request is None or request.confirmed is None:
        return
    names = newly_shown(session)
    if names.keys() - set(request.confirmed):
        who = listed([*names.values()], len(names))
        raise Reveals(f"Visitors see the results of {who} at once.", names)


def newly_shown(session: Session) -> Mapping[int, str]:
    """Return the nominees of whom a transaction shows what was hidden: their names, by id.

    Something was hidden if an embargo or a time of her own hid it, also of a nominee whom nobody
    saw. Of one who is published later, what visitors will see first counts.
    """
    written = _values_before(session, Nominee)
    changed = _values_before(session, Embargo)
    if not (written or changed):
        return {}
    after = session.exec(select(Embargo)).all()
    replaced = [SimpleNamespace(**each) for each in changed.values()]
    before: list[Any] = [*(each for each in after if each.id not in changed), *replaced]
    of_embargoes = and_(col(Nominee.year).in_({each.year for each in replaced}), has_results())
    found = select(Nominee).where(or_(col(Nominee.id).in_(written.keys()), of_embargoes))
    names = {}
    for nominee in session.exec(found.order_by(col(Nominee.id))):
        now = clock.now()
        at = max(now, nominee.publish_at or now)
        if not schedule_of(nominee).is_visible(at):
            continue
        new = nominee.model_dump()
        old = {**new, **written.get(nominee.id, {})}
        was_hidden = unrevealed(old) if is_embargoed(old, before, at) else set()
        is_hidden = unrevealed(new) if is_embargoed(new, after, at) else set()
        details = was_hidden & HIDDEN_VALUES.keys() - is_hidden
        results = was_hidden - HIDDEN_VALUES.keys()
        if details or (results and _rank(new, is_hidden) > _rank(old, was_hidden)):
            names[nominee.id] = nominee.name
    return names


def _values_before(session: Session, table: type[Record]) -> Mapping[int, Mapping[str, Any]]:
    """Return the former values of the rows that a transaction has changed, by id."""
    changes = row_changes(session, str(table.__tablename__))
    return {key: each.before for key, each in changes.items() if each.before}


def _rank(values: Mapping[str, Any], hidden: set[str]) -> int:
    """Return how high the result is that visitors see."""
    return _RANKS.index(result_of({**values, **(hidden_values(values) if hidden else {})}))
