"""Parts of the views of several entities: links between the pages of records."""

from pydantic import BaseModel
from typing_extensions import TypedDict


class PageLink(TypedDict):
    """A link to a page of this site."""

    name: str
    path: str


class PrevNext(BaseModel):
    """Links to the previous and next record; null at either end."""

    previous: PageLink | None
    next: PageLink | None
