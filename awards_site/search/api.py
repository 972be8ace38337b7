"""The HTTP endpoint of the portal's search."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import SignedIn, allow
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.limits.rate_limits import SEARCHES
from awards_site.core.records.list_params import check_search
from awards_site.search import service
from awards_site.search.models import HitGroup

router = APIRouter(tags=["search"])


async def _words(
    request: Request, q: Annotated[str, Query(description="Words that must all occur.")]
) -> str:
    """Return the words of the search. Raises Invalid and TooManyRequests."""
    check_search(q, "q")
    await SEARCHES(request)
    return q


@router.get(
    "/admin/search",
    response_model=list[HitGroup],
    dependencies=[allow(Permission.LIST_CONTENT)],
)
def search(
    session: ReadSession, caller: SignedIn, words: Annotated[str, Depends(_words)]
) -> Sequence[HitGroup]:
    """Find records of all kinds that the caller's role may list, the best matches of each."""
    return service.find(session, words, caller.id, caller.role)
