"""How other records point to a nominee: only to one that exists."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from awards_site.core.errors import Invalid
from awards_site.nominees.models import Nominee


def refuse_unknown_nominee(session: Session, values: Mapping[str, Any]) -> None:
    """Raise Invalid when the values name a nominee that does not exist (decisions, details)."""
    nominee_id = values.get("nominee_id")
    if nominee_id is not None and session.get(Nominee, nominee_id) is None:
        raise Invalid({"nomineeId": "There is no such nominee"})
