"""The HTTP endpoints of personal data.

All are POST requests, so that the email address is in no URL and no log.
"""

from collections.abc import Mapping

from fastapi import APIRouter

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.operations import personal_data
from awards_site.operations.personal_data import Export, Person, PersonalRecord

router = APIRouter(
    prefix="/admin/personal-data",
    tags=["personal data"],
    dependencies=[allow(Permission.MANAGE_PERSONAL_DATA, recent=True)],
)


@router.post("/search", response_model=list[PersonalRecord])
def search(person: Person, caller: SignedIn) -> list[PersonalRecord]:
    """List the stored data of a person, which `erase` would delete."""
    return personal_data.list_stored(caller, person)


@router.post("/export")
def export(person: Person, caller: SignedIn) -> Export:
    """Return all that is stored about a person: lists of records by their kind."""
    return personal_data.export_stored(caller, person)


@router.post("/erase")
def erase(person: Person, caller: SignedIn) -> Mapping[str, int]:
    """Delete all that is stored about a person for good; return the numbers by kind."""
    return personal_data.erase_stored(caller, person)
