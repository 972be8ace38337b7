"""Use cases in the API: `If-Match` as what the caller has seen, and results with their headers."""

from typing import Annotated, Any

from fastapi import Depends, Request, Response

from awards_site.core.errors import PreconditionFailed, raises
from awards_site.records.written import Seen, Shown, Written

LACKING_DETAILS_HEADER = "Lacking-Image-Details"
"""Set on the response to a write with an image that has no credit or alternative text, say."""
DRAFT_SLUG_HEADER = "Restored-Draft-Slug"
"""Set on the response that restores an unpublished record: its slug, '' without one."""
UNDO_HEADER = "Undo"
"""Set on the response to a deletion: the token that takes it back; see `records.undo`."""


@raises(PreconditionFailed)
async def _read_seen(request: Request) -> Seen:
    return Seen(request.headers.get("if-match"))


IfMatch = Annotated[Seen, Depends(_read_seen)]


def offer_undo(response: Response, token: str) -> None:
    """Let the header of a response without a body have the token that takes the write back."""
    response.headers[UNDO_HEADER] = token


def respond(response: Response, shown: Shown[Any]) -> Any:
    """Return the record for the response, whose headers say the rest."""
    response.headers["ETag"] = shown.tag
    if isinstance(shown, Written):
        if shown.lacking:
            response.headers[LACKING_DETAILS_HEADER] = ", ".join(shown.lacking)
        if shown.draft_slug is not None:
            response.headers[DRAFT_SLUG_HEADER] = shown.draft_slug
    return shown.record
