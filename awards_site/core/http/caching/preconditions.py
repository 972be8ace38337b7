"""Conditional writes: the record's ETag in `If-Match`, and 412 if the record has changed.

Writes without `If-Match` are unconditional.
"""

from typing import Annotated

from fastapi import Depends, Request, Response

from awards_site.core.errors import PreconditionFailed
from awards_site.core.http.caching.revalidation import etag_matches, etag_of
from awards_site.core.records.schemas import Record, Schema


def etag_for(response_model: type[Schema], record: Record) -> str:
    """Return the ETag of a record's fields in the API.

    Computed ones are left out: an image's variants are made while a form is open.
    """
    fields = response_model.model_validate(record)
    return etag_of(fields.model_dump_json(by_alias=True, exclude_computed_fields=True).encode())


class Precondition:
    """The `If-Match` header of the request, and the ETag of the response."""

    def __init__(self, request: Request, response: Response) -> None:
        self._expected = request.headers.get("if-match")
        self._response = response

    def check_precondition(self, response_model: type[Schema], record: Record) -> None:
        """Raise PreconditionFailed if `If-Match` does not match the record's ETag."""
        if self._expected is not None and not etag_matches(
            self._expected, etag_for(response_model, record)
        ):
            raise PreconditionFailed(
                "Someone else has changed this in the meantime. Reload it before you save."
            )

    def set_etag(self, response_model: type[Schema], record: Record) -> None:
        self._response.headers["ETag"] = etag_for(response_model, record)


async def read_precondition(request: Request, response: Response) -> Precondition:
    return Precondition(request, response)


IfMatch = Annotated[Precondition, Depends(read_precondition)]
