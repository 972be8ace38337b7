"""The HTTP endpoints of sponsors."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.auth.permissions import Permission
from awards_site.core.database.sessions import ReadSession
from awards_site.resources.bulk import add_bulk
from awards_site.resources.endpoints import Endpoints
from awards_site.resources.published import public_router
from awards_site.sponsors.models import Sponsor, SponsorCreate, SponsorUpdate
from awards_site.sponsors.service import sponsors
from awards_site.sponsors.view import SponsorView

published = public_router("sponsors")
router = APIRouter(tags=["sponsors"])


@published.get("/sponsors/published", response_model=list[SponsorView])
def list_published_sponsors(session: ReadSession) -> Sequence[Sponsor]:
    """List the published sponsors."""
    return sponsors.list_published(session)


_endpoints = Endpoints(router, sponsors, "/sponsors", SponsorView, Permission.MANAGE_PARTNERS)
_endpoints.add_list("/sponsors/admin")
_endpoints.add_export("/sponsors/admin/export", "sponsors")
_endpoints.add_read()
_endpoints.add_writes(SponsorCreate, "PATCH", SponsorUpdate)
add_bulk(_endpoints, SponsorUpdate, settable=("tier",))
