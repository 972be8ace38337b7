"""Embargoes: until their time, visitors see the nominees of an edition without their results.

What visitors read is hidden in the query, or before it leaves the repository, so that nothing made
from it can differ from a site without these results.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, String, and_, case, cast, exists, func, or_
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col
from sqlmodel import select as select_records

from awards_site.core import clock
from awards_site.core.database.sorting import sort_key
from awards_site.core.errors import Invalid
from awards_site.core.records.managed_record import normalize_for_search
from awards_site.core.records.publishing import now
from awards_site.core.records.repository import Repository
from awards_site.core.records.search import words
from awards_site.nominees.models import (
    HIDDEN_VALUES,
    RESULTS,
    Embargo,
    EmbargoedContent,
    Nominee,
    NomineeCategory,
)
from awards_site.resources.timetable import planned, timetable

EMBARGO = "embargo"
"""The parameter for the nominees of whom an embargo hides something; its value is 'hidden'."""


class Embargoes(Repository[Embargo]):
    """The repository of embargoes."""

    table = Embargo
    label = "Embargo"
    ordering = (col(Embargo.reveal_at).desc(), col(Embargo.id).desc())

    def reveal(self, session: Session, record: Embargo) -> Embargo:
        """End an embargo now, unless it has ended."""
        return self.change(session, record, {"reveal_at": min(record.reveal_at, clock.now())})


embargoes = Embargoes()

DECIDING_COLUMNS: Sequence[Any] = (
    Nominee.year,
    Nominee.category,
    Nominee.reveal_at,
    Nominee.embargoed_content,
)
"""The columns that decide what visitors read of the others."""
_CATEGORY_TEXTS = {
    value: normalize_for_search(f"{value} {label}")
    for value, label in NomineeCategory.labels().items()
}
"""What a search finds of each category."""


def revealed(result: str) -> ColumnElement[bool]:
    """Return the value of a column of `RESULTS` that visitors see."""
    return and_(getattr(Nominee, result), ~_is_embargoed())


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
        for word in words(query.get("search", ""))
    ]


def embargo_conditions(query: Mapping[str, str]) -> list[ColumnElement[bool]]:
    """Return the conditions of the filter of staff. Raises Invalid for an unknown value."""
    if EMBARGO not in query:
        return []
    if query[EMBARGO] != "hidden":
        raise Invalid({EMBARGO: f"{EMBARGO} must be hidden"})
    return [_has_results(), _is_embargoed()]


def shown_values(values: Mapping[str, Any], active: Sequence[Embargo]) -> dict[str, Any]:
    """Return what visitors read of a nominee by column; for the arguments see `is_embargoed`."""
    return {**values, **_replaced_values(values, active)}


def is_embargoed(values: Mapping[str, Any], active: Sequence[Embargo]) -> bool:
    """Return whether the results of a nominee are hidden.

    `values` has at least the `DECIDING_COLUMNS`, and `active` the active embargoes.
    """
    own = values["reveal_at"]
    return (own is not None and own > clock.now()) or any(
        each.covers(values["year"], values["category"]) for each in active
    )


def hidden_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what visitors read of a nominee under embargo instead of her values, by column."""
    marked = {
        name: hidden
        for content in values["embargoed_content"]
        for name, hidden in HIDDEN_VALUES[content].items()
    }
    return {**dict.fromkeys(RESULTS, False), **marked}


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


def active_embargoes(session: Session) -> Sequence[Embargo]:
    """Return the embargoes that have not ended."""
    return session.exec(select_records(Embargo).where(col(Embargo.reveal_at) > now())).all()


def describe_embargo(session: Session, year: str) -> str:
    """Return what somebody who arranges the nominees of a year may give away, or ''."""
    years = {str(each.year) for each in active_embargoes(session)}
    hidden = select_records(Nominee.year).where(col(Nominee.reveal_at) > now()).distinct()
    if year not in years | {str(each) for each in session.exec(hidden)}:
        return ""
    return (
        f"Results of {year} are under embargo, but visitors see the order of its nominees as"
        " soon as you save it. Do not let it tell who has won."
    )


def _replaced_values(values: Mapping[str, Any], active: Sequence[Embargo]) -> dict[str, Any]:
    hidden = hidden_values(values) if is_embargoed(values, active) else {}
    return {"reveal_at": None, "embargoed_content": [], **hidden}


def _is_hidden(content: str) -> ColumnElement[bool]:
    """Return the condition that marked content of a nominee is hidden."""
    marks = cast(Nominee.embargoed_content, String)
    return and_(marks.contains(f'"{content}"'), _is_embargoed())


def _is_embargoed() -> ColumnElement[bool]:
    own = col(Nominee.reveal_at)
    of_edition = exists().where(_covers(), col(Embargo.reveal_at) > now())
    return or_(and_(own.is_not(None), own > now()), of_edition)


def _has_results() -> ColumnElement[bool]:
    """Return the condition that an embargo hides something of a nominee."""
    is_marked = cast(Nominee.embargoed_content, String) != "[]"
    return or_(*(col(getattr(Nominee, name)) for name in RESULTS), is_marked)


def _covers() -> ColumnElement[bool]:
    """Return the condition that an embargo is about a nominee."""
    category = col(Embargo.category)
    is_category = or_(category.is_(None), category == col(Nominee.category))
    return and_(col(Embargo.year) == col(Nominee.year), is_category)


def _planned_reveals() -> Iterator[Select[Any]]:
    """Yield the queries for when embargoes end, and those of single nominees."""
    yield planned(col(Embargo.reveal_at))
    yield planned(col(Nominee.reveal_at))


timetable.add_source(_planned_reveals)
