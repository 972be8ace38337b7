"""What the views of several entities share: links between the pages of records."""

from pydantic import BaseModel


class PageLink(BaseModel):
    """A link to a page of this site."""

    name: str
    path: str


class PrevNext(BaseModel):
    """The pages beside a record's page; null at the ends."""

    previous: PageLink | None
    next: PageLink | None
