"""The HTTP endpoints of nominees (spec 2, section 7)."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter

from awards_site.auth.access import Staff, allow
from awards_site.auth.crud import Endpoints, add_reading, add_writing
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession
from awards_site.core.http.paths import Year
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.core.listing import ListAsked
from awards_site.core.publishing import published as is_published
from awards_site.nominees.models import Nominee, NomineeCreate, NomineePublic, NomineeUpdate
from awards_site.nominees.service import nominees, of_category, of_year

published = APIRouter(
    tags=["nominees"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["nominees"])


@published.get("/nominees/published", response_model=list[NomineePublic])
def list_published_nominees(session: ReadSession) -> Sequence[Nominee]:
    """List the published nominees."""
    return nominees.list_published(session)


@published.get("/nominees/category/{category}", response_model=list[NomineePublic])
def list_nominees_of_category(category: str, session: ReadSession) -> Sequence[Nominee]:
    """List the published nominees of a category."""
    return nominees.list_published(session, of_category(category))


@published.get("/nominees/year/{year}", response_model=list[NomineePublic])
def list_nominees_of_year(year: Year, session: ReadSession) -> Sequence[Nominee]:
    """List the published nominees of a year."""
    return nominees.list_published(session, of_year(year))


_ENDPOINTS = Endpoints(
    nominees,
    "/nominees",
    NomineePublic,
    NomineeCreate,
    NomineeUpdate,
    update_method="PATCH",
    managed_by=Permission.MANAGE_SHOWCASE,
)


@router.get(
    "/nominees",
    response_model=_ENDPOINTS.listing.answers,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
def list_nominees(session: ReadSession, asked: ListAsked, staff: Staff) -> Any:
    """List all nominees for staff, and the published ones for everyone else."""
    return _ENDPOINTS.listing.read(session, asked, *(() if staff else (is_published(Nominee),)))


add_reading(router, _ENDPOINTS)
add_writing(router, _ENDPOINTS)
