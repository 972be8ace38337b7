"""Writes that state what they stand on: an entity's ETag, `If-Match`, and 412 when it has changed.

A write without `If-Match` is done whatever the record looks like by now.
"""

from typing import Annotated

from fastapi import Depends, Request, Response

from awards_site.core.errors import PreconditionFailed
from awards_site.core.http.revalidation import etag_matches, etag_of
from awards_site.core.schemas import Record, Schema


def etag_for(response_model: type[Schema], record: Record) -> str:
    """Return the entity tag of a record, as the API answers it."""
    return etag_of(response_model.model_validate(record).model_dump_json(by_alias=True).encode())


class Precondition:
    """What the request says of the record's state, and the tag that the answer bears."""

    def __init__(self, request: Request, response: Response) -> None:
        self._expected = request.headers.get("if-match")
        self._response = response

    def check_precondition(self, response_model: type[Schema], record: Record) -> None:
        """Raise PreconditionFailed when the caller read another state than the record has now."""
        if self._expected is not None and not etag_matches(
            self._expected, etag_for(response_model, record)
        ):
            raise PreconditionFailed(
                "Someone else has changed this in the meantime. Read it again before you save."
            )

    def set_etag(self, response_model: type[Schema], record: Record) -> None:
        self._response.headers["ETag"] = etag_for(response_model, record)


async def read_precondition(request: Request, response: Response) -> Precondition:
    return Precondition(request, response)


IfMatch = Annotated[Precondition, Depends(read_precondition)]
