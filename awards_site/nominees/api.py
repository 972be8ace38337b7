"""The HTTP endpoints of nominees (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id, Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.nominees import service
from awards_site.nominees.models import Nominee, NomineeCreate, NomineePublic, NomineeUpdate

published = APIRouter(
    tags=["nominees"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["nominees"])
_reading = [allow(Permission.READ_PUBLIC)]
_managing = [allow(Permission.MANAGE_SHOWCASE)]


@published.get("/nominees/published", response_model=list[NomineePublic])
def list_published_nominees(session: ReadSession) -> Sequence[Nominee]:
    """List the published nominees."""
    return service.list_published(session)


@published.get("/nominees/category/{category}", response_model=list[NomineePublic])
def list_nominees_of_category(category: str, session: ReadSession) -> Sequence[Nominee]:
    """List the published nominees of a category."""
    return service.list_published(session, category=category)


@published.get("/nominees/year/{year}", response_model=list[NomineePublic])
def list_nominees_of_year(year: Year, session: ReadSession) -> Sequence[Nominee]:
    """List the published nominees of a year."""
    return service.list_published(session, year=year)


@router.get("/nominees", response_model=list[NomineePublic], dependencies=_reading)
def list_nominees(session: ReadSession, staff: Staff) -> Sequence[Nominee]:
    """List all nominees for staff, and the published ones for everyone else."""
    return service.list_all(session) if staff else service.list_published(session)


@router.get("/nominees/{nominee_id}", response_model=NomineePublic, dependencies=_reading)
def read_nominee(nominee_id: Id, session: ReadSession, staff: Staff) -> Nominee:
    """Read one nominee; a draft only as staff."""
    return service.read(session, nominee_id, staff)


@router.post("/nominees", status_code=201, response_model=NomineePublic, dependencies=_managing)
def create_nominee(body: NomineeCreate, session: WriteSession) -> Nominee:
    """Create a nominee."""
    return service.create(session, body)


@router.patch("/nominees/{nominee_id}", response_model=NomineePublic, dependencies=_managing)
def update_nominee(nominee_id: Id, body: NomineeUpdate, session: WriteSession) -> Nominee:
    """Change the named fields of a nominee."""
    return service.update(session, nominee_id, body)


@router.delete("/nominees/{nominee_id}", status_code=204, dependencies=_managing)
def delete_nominee(nominee_id: Id, session: WriteSession) -> None:
    """Delete a nominee."""
    service.delete(session, nominee_id)
