"""Nominees: which results are shown to whom, what lists can ask for, and references to nominees.

What an embargo keeps from visitors is hidden in the query, or before it leaves the repository, so
that nothing made from it can differ from a site without these results.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import ColumnElement, String, and_, case, cast, exists, func, inspect, or_, tuple_
from sqlalchemy.orm import load_only
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission
from awards_site.core import clock
from awards_site.core.database.engine import folded, sort_key, sort_key_of
from awards_site.core.database.filters import words_of
from awards_site.core.database.managed_record import (
    is_visible,
    normalize_for_search,
    now,
    published,
)
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Invalid
from awards_site.core.request_context import confirming_all
from awards_site.core.schemas import Schema
from awards_site.features.embargoes.entity import (
    Embargo,
    active_embargoes,
    embargoes,
    hidden_until,
    is_under_embargo,
)
from awards_site.features.nominees.entity import (
    DECIDING_COLUMNS,
    FINALIST,
    HIDDEN_VALUES,
    RESULTS,
    WINNER,
    EmbargoedContent,
    Nominee,
    NomineeCategory,
    NomineeCreate,
    NomineeUpdate,
    NomineeView,
    has_results,
    nominee_path,
    social_card,
    unrevealed,
)
from awards_site.records.checklist import Checklist, requires
from awards_site.records.entity import Entity
from awards_site.records.imports.fields import ImportRules
from awards_site.records.staff_lists import staff_conditions
from awards_site.records.use_cases import update
from awards_site.records.written import Written
from awards_site.ui.share_images.routes import fits_card

EMBARGO_FILTER = "embargo"
"""The parameter for nominees with results: 'hidden' for those of whom an embargo hides something,
and 'results' for all."""


_CATEGORY_TEXTS = {
    value: normalize_for_search(f"{value} {label}")
    for value, label in NomineeCategory.labels().items()
}
"""The texts by which a search finds each category."""


def shown_results() -> dict[str, ColumnElement[bool]]:
    """Return the values of `RESULTS` that visitors see, by column."""
    is_winner, is_finalist = col(Nominee.is_winner), col(Nominee.is_finalist)
    # Of a winner who was revealed as a finalist, visitors see a finalist.
    finalist = or_(is_finalist, and_(is_winner, ~_is_revealed(WINNER)))
    hides = is_under_embargo()
    return {
        "is_winner": and_(is_winner, or_(_is_revealed(WINNER), ~hides)),
        "is_finalist": case((hides, and_(finalist, _is_revealed(FINALIST))), else_=is_finalist),
    }


def unhidden() -> dict[str, ColumnElement[Any]]:
    """Return the sort keys of the texts of `HIDDEN_VALUES` that visitors see, by column."""
    return {
        name: sort_key(case((_is_hidden(content), hidden), else_=col(getattr(Nominee, name))))
        for content, columns in HIDDEN_VALUES.items()
        for name, hidden in columns.items()
    }


def search_conditions(_table: type[Any], query: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Return the conditions that a search of visitors finds no title and company that are hidden.

    The search text of a nominee has them besides her name, category and year.
    """
    is_hidden = _is_hidden(EmbargoedContent.POSITION)
    return [
        or_(
            ~is_hidden,
            # As in the search text, whose case is folded.
            func.replace(Nominee.name_sort_key, "\u00df", "ss").contains(word, autoescape=True),
            col(Nominee.category).in_(
                [key for key, text in _CATEGORY_TEXTS.items() if word in text]
            ),
            cast(Nominee.year, String).contains(word, autoescape=True),
        )
        for word in words_of(query.get("search", ""))
    ]


def embargo_conditions(query: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Return the conditions of the filter of staff. Raises Invalid for an unknown value."""
    if EMBARGO_FILTER not in query:
        return []
    if query[EMBARGO_FILTER] == "results":
        return [has_results()]
    if query[EMBARGO_FILTER] != "hidden":
        raise Invalid({EMBARGO_FILTER: f"{EMBARGO_FILTER} must be hidden or results"})
    return [is_hidden()]


def shown_values(values: Mapping[str, Any], active: Sequence[Embargo]) -> Mapping[str, Any]:
    """Return what visitors read of a nominee by column; for the arguments see `is_embargoed`."""
    return {**values, **_replaced_values(values, active)}


def is_embargoed(
    values: Mapping[str, Any], active: Iterable[Embargo], at: datetime | None = None
) -> bool:
    """Return whether visitors see only what was revealed of a nominee at a time, by default now.

    `values` has at least the `DECIDING_COLUMNS`, and `active` the embargoes that have not ended.
    """
    until = hidden_until(values, active)
    return until is not None and until > (at or clock.now())


def hidden_values(values: Mapping[str, Any]) -> Mapping[str, str | bool | None]:
    """Return what visitors read of a nominee under embargo instead of her values, by column."""
    shown: dict[str, str | bool | None] = {}
    results = dict.fromkeys(RESULTS, False)
    for part in unrevealed(values):
        shown |= HIDDEN_VALUES.get(part, results)
    if shown.get("is_winner") is False and FINALIST in (values["revealed"] or ()):
        shown["is_finalist"] = True
    return shown


def hide_results(session: Session, nominees: Sequence[Nominee]) -> None:
    """Hide what is under embargo from nominees that are read for visitors.

    They have at least the `DECIDING_COLUMNS`; others may be deferred.
    """
    active = active_embargoes(session) if nominees else ()
    for nominee in nominees:
        values = {column.key: getattr(nominee, column.key) for column in DECIDING_COLUMNS}
        for name, value in _replaced_values(values, active).items():
            if name not in values or values[name] != value:
                # Not an assignment, which would be written to the database.
                set_committed_value(nominee, name, value)


def describe_embargo(session: Session, year: str) -> str:
    """Return what somebody who arranges the nominees of a year may give away, or ''."""
    years = {str(each.year) for each in active_embargoes(session)}
    hidden = select(Nominee.year).where(col(Nominee.reveal_at) > now()).distinct()
    if year not in years | {str(each) for each in session.exec(hidden)}:
        return ""
    return (
        f"Results of {year} are under embargo, but visitors see the order of its nominees as"
        " soon as you save it. Do not let it tell who has won."
    )


def _replaced_values(values: Mapping[str, Any], active: Sequence[Embargo]) -> Mapping[str, object]:
    hidden = hidden_values(values) if is_embargoed(values, active) else {}
    return {"reveal_at": None, "embargoed_content": [], "revealed": [], **hidden}


def _lists(column: Any, part: str) -> ColumnElement[bool]:
    """Return the condition that a JSON column lists one of `PARTS`."""
    return func.coalesce(cast(column, String), "").contains(f'"{part}"')


def _is_revealed(part: str) -> ColumnElement[bool]:
    return _lists(Nominee.revealed, part)


def _is_hidden(content: str) -> ColumnElement[bool]:
    """Return the condition that marked content of a nominee is hidden."""
    is_marked = _lists(Nominee.embargoed_content, content)
    return and_(is_marked, ~_is_revealed(content), is_under_embargo())


def is_hidden() -> ColumnElement[bool]:
    """Return the condition that an embargo, or a time of her own, hides something of a nominee."""
    is_winner, is_finalist = col(Nominee.is_winner), col(Nominee.is_finalist)
    results = or_(
        and_(is_winner, ~_is_revealed(WINNER)),
        and_(is_finalist, ~is_winner, ~_is_revealed(FINALIST)),
    )
    return or_(and_(results, is_under_embargo()), *map(_is_hidden, HIDDEN_VALUES))


class Nominees(Repository[Nominee]):
    """The repository of nominees."""

    table = Nominee
    label = "Nominee"
    ordering = (
        col(Nominee.year).desc(),
        col(Nominee.display_order),
        col(Nominee.name_sort_key),
        col(Nominee.id),
    )
    order_group = "year"

    def restrict(self, session: Session, records: Sequence[Nominee]) -> None:
        super().restrict(session, records)
        hide_results(session, records)

    def withheld(self, session: Session, record: Nominee) -> Mapping[str, Any]:
        """Results are those that visitors see already."""
        values = record.model_dump()
        if not is_visible(record):
            return hidden_values({**values, "revealed": []})
        is_hidden = is_embargoed(values, active_embargoes(session))
        results = {name: values[name] for name in RESULTS}
        return {**results, **(hidden_values(values) if is_hidden else {})}

    def lift_restrictions(self, session: Session, record: Nominee) -> None:
        record.reveal_at = None
        for embargo in active_embargoes(session):
            embargoes.reveal(session, embargo)

    def restore_version(
        self, session: Session, record: Nominee, version: Schema, editor_id: int | None
    ) -> Nominee:
        """Keeps the later time of the two, so that old results do not become public by it."""
        values = version.provided_fields()
        times = [each for each in (record.reveal_at, values["reveal_at"]) if each is not None]
        return self.change(session, record, {**values, "reveal_at": max(times, default=None)})

    def prepare(self, session: Session, record: Nominee, changes: Mapping[str, Any]) -> None:
        """Let what visitors do not see change nothing of when the record was last written."""
        state = inspect(record)
        if not state.persistent:
            return
        after = {each.key: state.attrs[each.key].value for each in state.mapper.column_attrs}
        replaced = {key: state.attrs[key].history.deleted for key in after}
        before = after | {key: values[0] for key, values in replaced.items() if values}
        active = active_embargoes(session)
        if before != after and shown_values(before, active) == shown_values(after, active):
            record.keep_modification_time()


nominees = Nominees()


def find_by_name(session: Session, names: Collection[str]) -> Mapping[str, int | str]:
    """Return the ids of the nominees with these names, or the reason why a name has none."""
    keys = {sort_key_of(name) for name in names}
    statement = select(Nominee.id, Nominee.name).where(col(Nominee.name_sort_key).in_(keys))
    ids: dict[str, list[int]] = defaultdict(list)
    for key, name in session.exec(statement):
        ids[folded(name)].append(key)
    return {name: _only(ids.get(folded(name), []), name) for name in names}


def _only(ids: Sequence[int], name: str) -> int | str:
    if len(ids) == 1:
        return ids[0]
    if not ids:
        return f"There is no nominee called {name}"
    return f"{len(ids)} nominees are called {name}: write the id of the right one"


def require_nominee(session: Session, values: Mapping[str, Any]) -> None:
    """Raise Invalid if `values["nominee_id"]` is not the id of a nominee."""
    nominee_id = values.get("nominee_id")
    if nominee_id is not None and session.get(Nominee, nominee_id) is None:
        raise Invalid({"nomineeId": "There is no such nominee"})


def refers_to_published(column: Any, nominee_id: int) -> ColumnElement[bool]:
    """Return the condition that a foreign key refers to a nominee who is published."""
    is_published = exists().where(col(Nominee.id) == nominee_id, published(Nominee))
    return and_(col(column) == nominee_id, is_published)


class NomineeReference(Protocol):
    """A record that may refer to a nominee."""

    nominee_id: int | None
    nominee: Nominee | None


def hide_unpublished_nominees(records: Iterable[NomineeReference]) -> None:
    """Remove the ids of nominees whom the query left out because they are not published."""
    for record in records:
        if record.nominee is None:
            # Not an assignment, which would be written to the database.
            set_committed_value(record, "nominee_id", None)


def find_prev_next(session: Session, nominee_id: int) -> tuple[Nominee | None, Nominee | None]:
    """Return the published nominees before and after one in the order of her edition.

    Raises NotFound if the nominee is not published.
    """
    # The response cache records the columns read, so that other changes keep the response fresh.
    order = (Nominee.display_order, Nominee.name_sort_key, Nominee.id)
    shown = (Nominee.is_published, Nominee.publish_at, Nominee.unpublish_at, *DECIDING_COLUMNS)
    nominee = nominees.read(session, nominee_id, load_only(*shown, *order), staff=False)  # type: ignore[arg-type]
    keys = [col(each) for each in order]
    place, own = tuple_(*keys), (nominee.display_order, nominee.name_sort_key, nominee.id)
    is_same_year = col(Nominee.year) == nominee.year
    statement = (
        select(Nominee)
        .where(published(Nominee), is_same_year)
        .options(load_only(Nominee.name))  # type: ignore[arg-type]
        .limit(1)
    )
    backwards = [key.desc() for key in keys]
    return (
        session.exec(statement.where(place < own).order_by(*backwards)).first(),
        session.exec(statement.where(place > own).order_by(*keys)).first(),
    )


NOMINEE = Entity(
    repository=nominees,
    view=NomineeView,
    create=NomineeCreate,
    update=NomineeUpdate,
    update_method="PATCH",
    path="/nominees",
    screen_path="/admin/nominees",
    page_of=lambda each: nominee_path(each.id, each.name),
    managed_by=Permission.MANAGE_SHOWCASE,
    writes_reveal=True,
    reads="by visitors",
    has_own_list=True,
    more_filters=lambda table, query: [
        *staff_conditions(table, query),
        *embargo_conditions(query),
    ],
    search_details=("category", "year", "company"),
    order_notice=describe_embargo,
    bulk_fields=("category", "year", "isFinalist", "isWinner"),
    imports=ImportRules(
        same=("name", "category", "year"),
        labels={
            "linkedin_url": "LinkedIn URL",
            "is_finalist": "Finalist",
            "is_winner": "Winner",
            "reveal_at": "Reveal results at",
            "embargoed_content": "Reveal with the results",
        },
        headings={
            "name": ("Nominee", "Entrepreneur", "Founder", "Candidate", "Person"),
            "title": ("Role", "Position", "Job", "Designation", "Occupation", "Profession"),
            "company": ("Organisation", "Organization", "Business", "Employer", "Firm", "Venture"),
            "bio": ("About", "Profile", "Story", "Description", "Summary"),
            "achievements": ("Accomplishments", "Impact", "Highlights", "Milestones"),
            "category": ("Award", "Prize"),
            "year": ("Edition",),
            "image_url": ("Portrait", "Photo", "Picture", "Headshot"),
            "website_url": ("Web", "Site", "Homepage", "Web site"),
            "display_order": ("Order", "Rank"),
        },
    ),
    checklist=Checklist(
        checks=(
            requires("image_url", "Portrait missing"),
            *fits_card(NomineeView, social_card, name="title", title=0, company=1),
        ),
        link_fields=("linkedin_url", "website_url"),
    ),
)


@use_case(NOMINEE.edited_by)
def end_own_embargo(caller: Caller, nominee_id: int) -> Written[NomineeView]:
    """End the embargo of a nominee alone, so that visitors see her results."""
    with confirming_all():
        return update(caller, NOMINEE, nominee_id, NomineeUpdate.model_validate({"revealAt": None}))
