"""The entities whose deleted records stay in the Trash, with who may see and restore them."""

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from awards_site.accounts.permissions import Permission
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.repository import Repository
from awards_site.core.http.security import DRAFT_SLUG_HEADER


@dataclass(frozen=True)
class TrashedEntity:
    """An entity whose deleted records stay in the Trash."""

    repository: Repository[Any]
    path: str
    """The path of its records below `/api`."""
    managed_by: Permission
    """The permission to see its deleted records."""
    deleted_by: Permission
    """The permission to delete and restore its records."""

    def register(self) -> None:
        """Add the entity to `TRASHED_ENTITIES`, unless its records are personal data."""
        if self.repository.table.has_versions:
            TRASHED_ENTITIES[str(self.repository.table.__tablename__)] = self


TRASHED_ENTITIES: dict[str, TrashedEntity] = {}
"""By table name; `Endpoints.add_delete` adds each of them."""


def tell_draft(response: Response, record: ManagedRecord) -> None:
    """Say in a response that a record has been restored as a draft, and with which slug."""
    if getattr(record, record.published_field, True) is False:
        response.headers[DRAFT_SLUG_HEADER] = getattr(record, "slug", "")
