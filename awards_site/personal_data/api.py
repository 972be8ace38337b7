"""The HTTP endpoints that find, export and erase what is stored about a person.

All are POST requests, so that the email address is in no URL and no log.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.records.schemas import Schema, response_schema
from awards_site.core.validation.text_validators import Email
from awards_site.personal_data import service

router = APIRouter(
    prefix="/admin/personal-data",
    tags=["personal data"],
    dependencies=[allow(Permission.MANAGE_PERSONAL_DATA, recent=True)],
)


class Person(Schema):
    """The person that a request is about."""

    email: Annotated[str, Email()]


@response_schema
class PersonalRecord(Schema):
    """A record that is stored about a person; `record_type` is its kind: 'contact message'."""

    record_type: str
    id: int
    created_at: datetime


@router.post("/search", response_model=list[PersonalRecord])
def search(person: Person, session: ReadSession) -> list[PersonalRecord]:
    """List what is stored about a person, which is what `erase` would delete."""
    counter.count(Action.READ, service.RECORD_TYPE)
    return [
        PersonalRecord(record_type=label, id=record.id, created_at=record.created_at)
        for label, record in service.find(session, person.email)
    ]


@router.post("/export")
def export(person: Person) -> Mapping[str, list[dict[str, Any]]]:
    """Return all that is stored about a person: lists of records by their kind."""
    with writing() as session:
        return service.export(session, person.email)


@router.post("/erase")
def erase(person: Person) -> Mapping[str, int]:
    """Delete all that is stored about a person for good; return the numbers by kind."""
    return service.erase(person.email)
