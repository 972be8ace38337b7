"""The HTTP endpoints of embargoes."""

from fastapi import APIRouter

from awards_site.accounts.dependencies import allow
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import writing
from awards_site.core.http.path_parameters import Id
from awards_site.core.request_context import confirm_all
from awards_site.features.embargoes import reveal
from awards_site.features.embargoes.entity import EMBARGO, Embargo, EmbargoPublic, embargoes
from awards_site.records.endpoints import Endpoints

router = APIRouter(tags=["nominees"])
router.include_router(reveal.router)
endpoints = Endpoints(router, EMBARGO).add_all()


@router.post(
    f"{EMBARGO.item_path}/reveal",
    response_model=EmbargoPublic,
    dependencies=[allow(EMBARGO.managed_by)],
)
def reveal_results(record_id: Id) -> Embargo:
    """End an embargo now, so that visitors see the results."""
    confirm_all()
    with writing() as session:
        embargo = embargoes.find(session, record_id, for_update=True)
        embargoes.reveal(session, embargo)
        EMBARGO.audit(session, Action.REVEALED, embargo)
        return embargo
