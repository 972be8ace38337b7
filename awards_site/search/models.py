"""What the search of the portal returns."""

from awards_site.core.records.schemas import Schema, response_schema


@response_schema
class Hit(Schema):
    """A record that was found; `path` opens it in its screen."""

    id: int
    title: str
    detail: str
    path: str


@response_schema
class HitGroup(Schema):
    """The records of one kind that match best; `list_path` lists all if there may be more."""

    label: str
    hits: list[Hit]
    list_path: str | None = None
