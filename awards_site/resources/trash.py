"""The entities whose deleted records stay in the Trash, with who may see and restore them."""

from dataclasses import dataclass
from typing import Any

from awards_site.auth.permissions import Permission
from awards_site.core.records.repository import Repository


@dataclass(frozen=True)
class TrashedEntity:
    """An entity whose deleted records stay in the Trash."""

    repository: Repository[Any]
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
