"""The declaration of an entity, from which its endpoints and its management screen are made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from sqlalchemy import ColumnElement
from sqlmodel import Session

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.models import Action
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.pagination import MoreFilters, Paginator
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Unconfirmed, raises
from awards_site.core.presentation.texts import plural
from awards_site.core.request_context import confirm_all
from awards_site.core.schemas import Schema
from awards_site.records.checklist import Checklist
from awards_site.records.imports.fields import ImportRules
from awards_site.records.media_rules import check_images
from awards_site.records.staff_lists import shown_by_word, staff_conditions
from awards_site.records.versions import record_writes
from awards_site.records.written import Shown, Written

_DERIVED: Any = None
"""The default of what `__post_init__` fills in."""


@dataclass(frozen=True, kw_only=True)
class Entity:
    """The declaration of an entity, for its API and for its management screen.

    Paths of the API are below `/api`. Records have a draft if `page_of` is given, an order if they
    have a `display_order`, and versions and a place in the Trash if their table `has_versions`.
    """

    repository: Repository[Any]
    view: type[Schema]
    """A record as the API returns it."""
    list_view: type[Schema] = _DERIVED
    """A record in the staff list and in exports; `view` by default."""
    to_list: Callable[[Session, Sequence[Any]], Sequence[Any]] = lambda _, records: records
    """Returns records with what `list_view` adds to them."""
    public_view: type[Schema] | None = None
    """A single record as visitors read it, where that says more."""
    create: type[Schema] | None = None
    """The schema of new records; None if the entity's own endpoint creates them."""
    update: type[Schema] | None = None
    """The schema of updates; None if the entity's own endpoint updates records, or none does."""
    update_method: Literal["PUT", "PATCH"] = "PUT"
    update_suffix: str = ""
    """The end of the path of its updates, after the path of a record."""

    path: str
    """The API's path of the entity, such as '/events'."""
    list_path: str = ""
    """The API's path of the list that staff read; `path` by default."""
    export_path: str = ""
    """The API's path of exports; '{list_path}/export' by default."""
    export_name: str = ""
    """The beginning of an export's file name; the plural of `label` by default."""
    screen_path: str
    """The path of the management screen."""
    page_path: str = ""
    """The path of the public page that shows its records, if they have no pages of their own."""
    page_of: Callable[[Any], str] | None = None
    """Returns the path of a record's page, perhaps with a query; `page_path` by default.

    Raises NotFound for a record without one.
    """

    managed_by: Permission
    """The permission to read all records and their recent changes, and to write by default."""
    edited_by: Permission = _DERIVED
    """The permission to create and update records; `managed_by` by default."""
    deleted_by: Permission = _DERIVED
    """The permission to delete and restore records; `managed_by` by default."""
    writes_reveal: bool = False
    """Whether a write may need a yes first, so that it has `?reveals`; see `REVEALS`."""
    recent_writes: bool = False
    """Whether writes need recent authentication."""
    reads_are_audited: bool = False
    """Whether the audit log tells who lists, reads and exports records: they are personal data."""

    reads: Literal["by visitors", "by staff", ""] = "by staff"
    """Who reads single records: visitors the published ones, or staff only; '' for nobody."""
    has_own_list: bool = False
    """Whether the entity's own endpoint lists its records."""
    has_own_history: bool = False
    """Whether the entity's own endpoints list and restore versions."""
    expressions: Mapping[str, ColumnElement[Any]] = field(default_factory=dict)
    """Expressions by which lists are filtered and sorted instead of a column, by its name."""
    more_filters: MoreFilters = staff_conditions
    """Returns the conditions for the table and the query parameters of a staff list."""
    is_searched: bool = True
    """Whether the portal's search finds its records."""
    search_details: Sequence[str] = ()
    """The attributes by which the search tells records of the same name apart."""
    order_notice: Callable[[Session, str], str] = lambda *_: ""
    """Returns a warning that is shown before a group of records is arranged, or ''."""
    imports: ImportRules | None = None
    """The rules of imports; None if there are none."""
    checklist: Checklist = field(default_factory=Checklist)
    """The checks of what staff should complete before visitors see a record."""
    shows_credited_images: bool = True
    """Whether its images need an alternative text and a credit: neither logos nor backgrounds."""
    bulk: Literal["change", "delete", ""] = "change"
    """The actions on several records at once: publish, set and delete, or only delete."""
    bulk_fields: Sequence[str] = ()
    """The keys that can be set for several records at once."""
    bulk_update: type[Schema] = _DERIVED
    """The schema of changes of several records; `update` by default."""

    def __post_init__(self) -> None:
        defaults: dict[str, Any] = {
            "list_view": self.view,
            "list_path": self.path,
            "export_path": f"{self.list_path or self.path}/export",
            "export_name": plural(self.label).replace(" ", "-"),
            "edited_by": self.managed_by,
            "deleted_by": self.managed_by,
            "bulk_update": self.update,
            "page_of": (lambda _: self.page_path) if self.page_path else None,
        }
        for name, value in defaults.items():
            if not getattr(self, name):
                object.__setattr__(self, name, value)

    @property
    def label(self) -> str:
        """The entity's name in lowercase."""
        return self.repository.record_type

    @property
    def table(self) -> type[ManagedRecord]:
        found: type[ManagedRecord] = self.repository.table
        return found

    @property
    def table_name(self) -> str:
        return str(self.table.__tablename__)

    @property
    def item_path(self) -> str:
        """The API's path of a record."""
        return f"{self.path}/{{record_id}}"

    @property
    def has_order(self) -> bool:
        """Whether staff arrange its records."""
        return "display_order" in self.table.model_fields

    @property
    def paginator(self) -> Paginator[Any]:
        return Paginator(
            self.table,
            self.view,
            self.repository.ordering,
            expressions=self.expressions,
            shown_by=shown_by_word,
            more_filters=self.more_filters,
        )

    def write_rules(self, permission: Permission) -> list[Any]:
        """Return the dependencies of a write that needs this permission."""
        reveals = [REVEALS] if self.writes_reveal else []
        return [allow(permission, recent=self.recent_writes), *reveals]

    def audit(self, session: Session, action: Action, record: ManagedRecord) -> None:
        """Add a change to the audit log and to the versions, in the transaction of the change."""
        self.audit_all(session, action, [record])

    def audit_all(self, session: Session, action: Action, records: Sequence[ManagedRecord]) -> None:
        """Add the same change of some records, as `audit` does for one."""
        record_writes(session, action, self.label, records, self.managed_by)

    def check_images(self, session: Session, record: ManagedRecord) -> list[str]:
        """Return the details that the images of a record lack as it is published.

        Raises Invalid instead if the setting `media_rules` is 'block'.
        """
        return check_images(session, record) if self.shows_credited_images else []

    def written(self, session: Session, action: Action, record: ManagedRecord) -> Written[Any]:
        """Return a written record, after adding the change to the audit log and the versions.

        Raises Invalid if the record must not be published with its images.
        """
        self.audit(session, action, record)
        lacking = self.check_images(session, record)
        shown = Shown.of(self.view, record)
        return Written(shown.record, shown.tag, lacking)


@raises(Unconfirmed)
async def _read_reveals(
    reveals: Annotated[
        bool,
        Query(
            description="Whether visitors may see at once what an embargo hides, or a jury may get"
            " other criteria; else 409."
        ),
    ] = False,
) -> None:
    if reveals:
        confirm_all()


REVEALS = Depends(_read_reveals)
"""The dependency of a write that may need a yes first; see `core.errors.Unconfirmed`."""

DECLARED: dict[str, Entity] = {}
"""All entities by table name; `Endpoints` adds each of them."""
ENTITIES: dict[str, Entity] = {}
"""Those of them whose records have versions, and stay in the Trash once deleted."""


def action_of(body: Schema) -> Action:
    """Return the action of an update: published, unpublished, a new role, or any other one."""
    changes = body.provided_fields()
    if changes.keys() == {"is_published"}:
        return Action.PUBLISHED if changes["is_published"] else Action.UNPUBLISHED
    return Action.ROLE_CHANGED if changes.keys() == {"role"} else Action.UPDATED
