"""The nominees, newest year first, then by name."""

from sqlalchemy import ColumnElement
from sqlmodel import col, func

from awards_site.core.collection import Collection
from awards_site.nominees.models import Nominee


class Nominees(Collection[Nominee]):
    """The honorees of all editions."""

    table = Nominee
    noun = "Nominee"
    in_order = (col(Nominee.year).desc(), func.lower(Nominee.name), col(Nominee.id))


nominees = Nominees()


def of_category(category: str) -> ColumnElement[bool]:
    """Return the condition that a nominee is of a category."""
    return col(Nominee.category) == category


def of_year(year: int) -> ColumnElement[bool]:
    """Return the condition that a nominee is of a year."""
    return col(Nominee.year) == year
