"""The query parameters of lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request

from awards_site.core.errors import Invalid
from awards_site.core.http.limits.rate_limits import SEARCHES, VISITOR_SEARCHES
from awards_site.core.records import search
from awards_site.core.request_context import is_signed_in
from awards_site.core.validation.value_validators import Number

PAGE_SIZE = 100
"""The number of records per page, and the maximum."""

MAX_BULK_RECORDS = 500
"""How many records of a list one request changes; other writers wait until it is done."""
MAX_EXPORTED_IDS = 1000
"""How many selected records one request exports; of all that match, there may be more."""

MAX_SEARCH_LENGTH = 200
MAX_SEARCH_WORDS = 10
SEARCH_TOO_LONG = (
    f"Please search for at most {MAX_SEARCH_WORDS} words and {MAX_SEARCH_LENGTH} characters"
)


@dataclass(frozen=True)
class ListParams:
    """The query parameters of a list; `query` has all of them, filters included."""

    search: str | None
    sort: str | None
    page: int | None
    page_size: int | None
    query: Mapping[str, str]

    @property
    def are_given(self) -> bool:
        """Whether any is given, apart from filters."""
        return {self.search, self.sort, self.page, self.page_size} != {None}


async def list_params(
    request: Request,
    words: Annotated[
        str | None, Query(alias="search", description="Words that must all occur.")
    ] = None,
    sort: Annotated[
        str | None, Query(description="A key of the response; `-key` for descending order.")
    ] = None,
    page: Annotated[int | None, Number(1, label="page"), Query()] = None,
    page_size: Annotated[
        int | None, Number(1, PAGE_SIZE, label="pageSize"), Query(alias="pageSize")
    ] = None,
) -> ListParams:
    """Return the list parameters of a request.

    Booleans and choices of the response are filters as well: `isPublished=false`. Some lists have
    `year`, `hasImage`, `hasAltText`, and for staff `id`, `schedule` and `changedBy`. Raises Invalid
    for a search that is too long, and TooManyRequests over the rate limit of searches.
    """
    if words:
        check_search(words)
        await (SEARCHES if is_signed_in() else VISITOR_SEARCHES)(request)
    return ListParams(words, sort, page, page_size, request.query_params)


def check_search(words: str, parameter: str = "search") -> None:
    """Raise Invalid for a search that is too long."""
    is_long = len(words) > MAX_SEARCH_LENGTH
    if is_long or len(search.words(words)) > MAX_SEARCH_WORDS:
        raise Invalid({parameter: SEARCH_TOO_LONG})


ListParamsDep = Annotated[ListParams, Depends(list_params)]
