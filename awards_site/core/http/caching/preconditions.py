"""Conditional writes: the record's ETag in `If-Match`, and 412 if the record has changed.

Writes without `If-Match` are unconditional.
"""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Request, Response

from awards_site.core.errors import PreconditionFailed
from awards_site.core.http.caching.revalidation import etag_matches, etag_of
from awards_site.core.http.security.headers import LACKING_DETAILS_HEADER
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
        if self._expected is not None:
            self.require(etag_for(response_model, record))

    def names(self, tag: str) -> bool:
        """Return whether `If-Match` lists an ETag."""
        return self._expected is not None and etag_matches(self._expected, tag)

    @property
    def is_given(self) -> bool:
        return self._expected is not None

    def require(self, tag: str) -> None:
        """Raise PreconditionFailed unless `If-Match` lists an ETag."""
        if not self.names(tag):
            raise PreconditionFailed(
                "Someone else has changed this in the meantime. Reload it before you save."
            )

    def report_lacking(self, details: Sequence[str]) -> None:
        """Say in the response what the images of a published record lack."""
        if details:
            self._response.headers[LACKING_DETAILS_HEADER] = ", ".join(details)

    def set_etag(self, response_model: type[Schema], record: Record) -> None:
        self.set_tag(etag_for(response_model, record))

    def set_tag(self, tag: str) -> None:
        self._response.headers["ETag"] = tag


async def read_precondition(request: Request, response: Response) -> Precondition:
    return Precondition(request, response)


IfMatch = Annotated[Precondition, Depends(read_precondition)]
