"""The HTTP endpoints of sponsors."""

from collections.abc import Sequence

from fastapi import APIRouter

from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession
from awards_site.features.sponsors.entity import (
    Sponsor,
    SponsorCreate,
    SponsorUpdate,
    SponsorView,
    sponsors,
)
from awards_site.records.arrangement import add_order
from awards_site.records.bulk import add_bulk
from awards_site.records.draft_endpoints import add_drafts
from awards_site.records.endpoints import Endpoints
from awards_site.records.imports.api import add_import
from awards_site.records.imports.service import Importer
from awards_site.records.published import public_router

published = public_router("sponsors")
router = APIRouter(tags=["sponsors"])


@published.get("/sponsors/published", response_model=list[SponsorView])
def list_published_sponsors(session: ReadSession) -> Sequence[Sponsor]:
    """List the published sponsors."""
    return sponsors.list_published(session)


_endpoints = Endpoints(router, sponsors, "/sponsors", SponsorView, Permission.MANAGE_PARTNERS)
_endpoints.add_list("/sponsors/admin")
_endpoints.add_export("/sponsors/admin/export", "sponsors")
importer = Importer(
    _endpoints,
    SponsorCreate,
    same=("name",),
    labels={"logo_url": "Logo URL", "website_url": "Website URL"},
)
add_order(_endpoints, SponsorUpdate)
add_import(importer)
_endpoints.add_read()
_endpoints.add_writes(SponsorCreate, "PATCH", SponsorUpdate)
add_bulk(_endpoints, SponsorUpdate, settable=("tier",))
add_drafts(_endpoints, SponsorCreate, SponsorUpdate, lambda _: paths.PARTNERS)
