"""The HTTP endpoints of sponsors (spec 2, section 7)."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.access import allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.core.http.revalidation import RevalidatedRoute
from awards_site.sponsors import service
from awards_site.sponsors.models import Sponsor, SponsorCreate, SponsorPublic, SponsorUpdate

published = APIRouter(
    tags=["sponsors"],
    route_class=RevalidatedRoute,
    dependencies=[allow(Permission.READ_PUBLIC)],
)
router = APIRouter(tags=["sponsors"], dependencies=[allow(Permission.MANAGE_PARTNERS)])


@published.get("/sponsors/published", response_model=list[SponsorPublic])
def list_published_sponsors(session: ReadSession) -> Sequence[Sponsor]:
    """List the published sponsors."""
    return service.list_published(session)


@router.get("/sponsors/admin", response_model=list[SponsorPublic])
def list_all_sponsors(session: ReadSession) -> Sequence[Sponsor]:
    """List all sponsors, unpublished ones included."""
    return service.list_all(session)


@router.post("/sponsors", status_code=201, response_model=SponsorPublic)
def create_sponsor(body: SponsorCreate, session: WriteSession) -> Sponsor:
    """Create a sponsor."""
    return service.create(session, body)


@router.patch("/sponsors/{sponsor_id}", response_model=SponsorPublic)
def update_sponsor(sponsor_id: Id, body: SponsorUpdate, session: WriteSession) -> Sponsor:
    """Change the named fields of a sponsor."""
    return service.update(session, sponsor_id, body)


@router.delete("/sponsors/{sponsor_id}", status_code=204)
def delete_sponsor(sponsor_id: Id, session: WriteSession) -> None:
    """Delete a sponsor."""
    service.delete(session, sponsor_id)
