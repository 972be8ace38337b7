"""The entities whose records staff update, for what concerns the records of all of them."""

from dataclasses import dataclass
from typing import Any

from awards_site.auth.permissions import Permission
from awards_site.core.records.repository import Repository
from awards_site.core.records.schemas import Schema


@dataclass(frozen=True)
class EditableEntity:
    """An entity whose records have versions and are updated with `schema`."""

    repository: Repository[Any]
    schema: type[Schema]
    edited_by: Permission
    """The permission to update its records."""
    managed_by: Permission
    """The permission to see their recent changes."""

    def register(self) -> None:
        """Add the entity to `EDITABLE_ENTITIES`, unless its records have no versions."""
        if self.repository.table.has_versions:
            EDITABLE_ENTITIES[str(self.repository.table.__tablename__)] = self


EDITABLE_ENTITIES: dict[str, EditableEntity] = {}
"""By table name; `Endpoints.add_update` adds each of them."""
