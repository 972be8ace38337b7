"""The HTTP endpoints of sponsors."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.core.database.sessions import ReadSession
from awards_site.features.sponsors.entity import SPONSOR, Sponsor, SponsorView, sponsors
from awards_site.records.endpoints import Endpoints
from awards_site.records.published import public_router

published = public_router("sponsors")
router = APIRouter(tags=["sponsors"])


@published.get("/sponsors/published", response_model=list[SponsorView])
def list_published_sponsors(session: ReadSession) -> Sequence[Sponsor]:
    """List the published sponsors."""
    return sponsors.list_published(session)


endpoints = Endpoints(router, SPONSOR).add_all()
