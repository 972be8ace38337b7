"""Declarations of management screens, checked against the entity's schemas at import."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from awards_site.accounts.permissions import Permission, Role, roles_with
from awards_site.core.database.managed_record import is_scheduled
from awards_site.core.database.pagination import Page
from awards_site.core.presentation.texts import plural
from awards_site.core.validation import LabeledEnum
from awards_site.portal.columns import Column, LabelColumn, schedule_phase
from awards_site.portal.controls import Variant
from awards_site.portal.fields import Field
from awards_site.portal.gateway import UNDO_MS, Notice, Notices, run
from awards_site.portal.navigation import AdminNavItem
from awards_site.records.entity import Entity
from awards_site.records.staff_lists import TO_DO_PARAM
from awards_site.records.use_cases import update
from awards_site.records.versions import validated


@dataclass(frozen=True)
class Form:
    """A dialog's form: its fields and their schema.

    A `wide` dialog fills the window. The screen provides defaults for empty values. Raises
    TypeError if the schema lacks a field.
    """

    fields: tuple[Field, ...]
    schema: type[BaseModel] | None = None
    title: str = ""
    submit: str = ""
    description: str = ""
    wide: bool = False

    def __post_init__(self) -> None:
        if self.schema:
            _check(self.schema, (each.name for each in self.fields), f"the form '{self.title}'")

    def with_defaults(self, **defaults: Any) -> "Form":
        """Return the form with empty values replaced by defaults."""
        empty: dict[str, Any] = {
            name: value for name, value in defaults.items() if not getattr(self, name)
        }
        return replace(self, **empty)

    def requires(self, each: Field) -> bool:
        """Return whether the field must not be blank: it has no default, or a non-blank one."""
        default = self._known[each.name].get_default(call_default_factory=True)
        return default is PydanticUndefined or default not in (None, "", [])

    def initial_values(self) -> dict[str, Any]:
        """Return the inputs' values for a new record, from the schema's defaults."""
        known = self._known
        defaults = [known[each.name].get_default(call_default_factory=True) for each in self.fields]
        return {
            each.name: each.to_input(None if default is PydanticUndefined else default)
            for each, default in zip(self.fields, defaults, strict=True)
        }

    @property
    def _known(self) -> dict[str, Any]:
        assert self.schema is not None
        return _fields(self.schema)

    def to_inputs(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {each.name: each.to_input(record[each.name]) for each in self.fields}

    def to_restored_inputs(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        return {each.name: each.to_restored_input(form_data.get(each.name)) for each in self.fields}

    def from_inputs(self, form_data: Mapping[str, Any]) -> dict[str, Any]:
        return {each.name: each.from_input(form_data.get(each.name)) for each in self.fields}


@dataclass(frozen=True)
class FilterTab:
    """A tab that filters a list by the query parameter `key`, such as 'isRead', and its `value`."""

    label: str
    key: str
    value: str

    @property
    def name(self) -> str:
        """The value of the URL's `filter` parameter."""
        return self.label.lower()


@dataclass(frozen=True)
class FilterField:
    """A filter beside the search box, for the query parameter `key` of the list's API.

    `options` maps its values to their labels; without options it is a year.
    """

    label: str
    key: str
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_choices(cls, label: str, key: str, choices: type[LabeledEnum]) -> "FilterField":
        """Return the filter of a field that has one of several values."""
        return cls(label, key, choices.labels())

    def for_browser(self) -> dict[str, Any]:
        """Return the filter for `list_controls.jsx`: `{label, param, options}`."""
        options = [{"value": value, "label": label} for value, label in self.options.items()]
        return {"label": self.label, "param": self.key, "options": options}


_STATUS = FilterField("Status", "isPublished", {"true": "Published", "false": "Draft"})
_YEAR = FilterField("Year", "year")
_IMAGE = FilterField("Image", "hasImage", {"true": "With image", "false": "Without image"})
_SCHEDULE = FilterField(
    "Schedule", "schedule", {"publish": "Published later", "unpublish": "Unpublished later"}
)
_TO_DO = FilterField("To do", TO_DO_PARAM, {"true": "With something to do"})
_CHANGED_BY = FilterField("Last change", "changedBy", {"me": "By me"})


@dataclass(frozen=True)
class Question:
    """A question before a row's action, with the placeholders `{name}` and `{note}`.

    `{note}` is the remark on the record that `ManagementScreen._note_on` returns.
    """

    title: str
    description: str
    answer: str
    """The label of the button that starts the action."""
    variant: Variant = "primary"


@dataclass(frozen=True)
class RowAction:
    """What is done with a record without a form; `act` takes its id."""

    act: Callable[[int], Awaitable[object]]
    success_toast: Notice
    error_toast: Notice
    publishes: bool = False
    label: str = ""
    """The name of the entry in a row's menu, with `{name}`; '' if the action has none."""
    entry: str = ""
    """What the entry reads."""
    icon: str = ""
    shown_by: str = ""
    """The row's key that tells whether it has the entry."""
    question: Question | None = None


UNDO_HINT = f"You can undo this for {UNDO_MS // 1000} seconds."
"""The last sentence of the delete confirmations of what is not in the Trash afterwards."""
TRASH_HINT = f"{UNDO_HINT} Later you can restore it from the Trash."
"""The last sentences of the others."""

EVERY_ROLE = frozenset(Role)
SCREENS: dict[str, "Screen"] = {}
"""The screens of entities by table; filled when the modules that define them are imported."""


@dataclass(kw_only=True)
class Screen:
    """A management screen, for the roles with its permission.

    What is not given follows from the entity, if there is one. Raises TypeError if a schema lacks a
    key that the screen uses.
    """

    entity: Entity | None = None
    path: str = ""
    permission: Permission = None  # type: ignore[assignment]
    """The permission to see the screen; that to read all records by default."""
    title: str = ""
    """The heading, and the label in the menu; `plural` by default."""
    icon: str
    """The icon in the menu."""
    group: str = ""
    """The heading in the menu."""
    label: str = ""
    """What a record is called in a sentence, such as 'cover page'."""
    plural: str = ""
    """What several are called; the label with an 's' by default."""
    record: type[BaseModel] = BaseModel
    """The schema of the records in the list."""
    columns: tuple[Column, ...]
    create: Form | None = None
    """None hides the create button."""
    update: Form | None = None
    """None hides the edit button. By default it has the fields of `create`."""
    delete_warning: str = f"{{name}} is deleted at once. {TRASH_HINT}"
    """The text of the delete confirmation, with `{name}` for the record's name."""
    deletes_permanently: bool = False
    """Whether a deletion cannot be undone, which the button and the notice then say."""
    bulk_delete_notes: tuple[str, ...] = ()
    """Further sentences of the question whether several records are to be deleted."""
    notices: Notices
    empty: str = ""
    """The message of a list without records."""
    no_results: str = ""
    """The message of a search without results; `empty` by default."""
    load_error: str = ""
    """The message if the list cannot be read."""
    filters: tuple[FilterTab, ...] = ()
    """The tabs in addition to All; there are no tabs without filters."""
    filter_fields: tuple[FilterField, ...] = ()
    """The filters beside the search box; those of a table with versions are added."""
    export_path: str = ""
    """The API path from which the matching records are exported, as CSV and JSON, if any."""
    imports: bool = False
    """Whether records are imported from files."""
    bulk_inputs: tuple[Field, ...] = ()
    """The inputs of `bulk_fields`; those of `update` by default."""
    bulk_actions: Mapping[str, str] = field(default_factory=dict)
    """The labels of further actions on the selected records, by name; see `_open_bulk`."""
    selects: bool = False
    """Whether several rows can be selected, to change, export or delete them together."""
    has_checklist: bool | None = None
    """Whether rows and forms show what is to do for a record."""
    bulk_fields: Sequence[str] = ()
    """The fields of `update` that can be set for all selected records."""
    order_group: str = ""
    """The key within whose values records are arranged; '' for all of them in one order."""
    params: tuple[str, ...] = ()
    """The query parameters of the URL that filter the list and are passed on to the API.

    Those of `filter_fields` are added.
    """
    count_line: str = ""
    """A custom text for the record count, with `{shown}` and `{total}`."""
    site_path: str = ""
    """The path of the page that shows a published record, with its keys, such as '{path}'; by
    default the `page_path` of the entity."""
    title_key: str = ""
    """The key of the record's name; 'name' by default."""
    row_actions: Mapping[str, RowAction] = field(default_factory=dict)
    """The actions on a row by name; those of the publish toggle are added."""
    write_roles: frozenset[Role] = EVERY_ROLE
    """The roles that may write; others see the buttons disabled."""
    delete_roles: frozenset[Role] = EVERY_ROLE

    def __post_init__(self) -> None:
        """Set defaults, and check the keys against the schemas."""
        if self.entity:
            self._follow(self.entity)
        self.title_key = self.title_key or "name"
        self.plural = self.plural or plural(self.label)
        self.title = self.title or self.plural.title()
        self.empty = self.empty or f"No {self.plural} found"
        self.no_results = self.no_results or self.empty
        self.load_error = self.load_error or f"Error loading {self.plural}"
        self.params = (*self.params, *(each.key for each in self.filter_fields))
        name = self.label.title()
        if self.create:
            self.create = self.create.with_defaults(title=f"Add {name}", submit=f"Create {name}")
        if self.update:
            self.update = self.update.with_defaults(title=f"Edit {name}", submit="Save Changes")
            if self.entity and self.publish:
                self.row_actions = {**self.row_actions, **self._publish_actions(self.entity)}
        if self.update and not self.bulk_inputs:
            fields = self.update.fields
            self.bulk_inputs = tuple(each for each in fields if each.name in self.bulk_fields)
        used = [self.title_key, *(key for column in self.columns for key in column.keys)]
        used += [each.key for each in self.filters]
        used += self.bulk_fields
        used += [each.name for each in self.update.fields] if self.update else []
        _check(self.record, used, f"the screen at {self.path}")

    def _follow(self, entity: Entity) -> None:
        """Set what follows from the entity."""
        SCREENS[str(entity.table.__tablename__)] = self
        self.path = self.path or entity.screen_path
        self.permission = entity.managed_by
        self.label = self.label or entity.label
        if self.record is BaseModel:
            self.record = entity.list_view
        self.site_path = self.site_path or entity.page_path
        self.export_path = self.export_path or f"/api{entity.export_path}"
        self.title_key = self.title_key or entity.table.title_field
        self.imports = entity.imports is not None
        self.selects = bool(entity.bulk)
        if self.has_checklist is None:
            self.has_checklist = bool(entity.checklist.checks)
        self.bulk_fields = entity.bulk_fields
        self.order_group = entity.repository.order_group
        # Whoever may not even read the records does not see the screen.
        if entity.edited_by is not entity.managed_by:
            self.write_roles = roles_with(entity.edited_by)
        if entity.deleted_by is not entity.managed_by:
            self.delete_roles = roles_with(entity.deleted_by)
        self.create = self.create and self.create.with_defaults(schema=entity.create)
        if self.create and not self.update:
            self.update = Form(self.create.fields)
        self.update = self.update and self.update.with_defaults(schema=entity.update)
        if entity.table.has_versions:
            self.filter_fields = tuple(self._standard_filters(entity))

    def _standard_filters(self, entity: Entity) -> Iterator[FilterField]:
        """Yield the filters that the entity and the columns have, around those of the screen."""
        table = entity.table
        if self.publish and not self.filters:
            yield _STATUS
        for column in self.columns:
            if isinstance(column, LabelColumn):
                yield FilterField.of_choices(column.heading, column.key, column.choices)
        if table.year_field:
            yield _YEAR
        if table.image_field:
            yield _IMAGE
        yield from self.filter_fields
        if is_scheduled(table):
            yield _SCHEDULE
        if entity.checklist.checks:
            yield _TO_DO
        yield _CHANGED_BY

    @property
    def nav_item(self) -> AdminNavItem:
        return AdminNavItem(
            label=self.title,
            path=self.path,
            icon=self.icon,
            group=self.group,
            permission=self.permission,
            creates=self.label if self.create else "",
            created_by=self.entity.edited_by if self.entity else None,
        )

    @property
    def sort_keys(self) -> frozenset[str]:
        """The keys by which its columns sort the list."""
        return frozenset(each.sorts_by for each in self.columns)

    @property
    def order_group_label(self) -> str:
        headings = {each.key: each.heading for each in self.columns}
        return headings[self.order_group] if self.order_group else ""

    @property
    def read_failed(self) -> Notice:
        """The notice if a record cannot be read for its form."""
        return Notice("Error", f"Failed to fetch {self.label}: {{message}}")

    @property
    def publish(self) -> str:
        """The key that the publish toggle sets; '' without a toggle."""
        keys = {"isPublished", "is_published"} & _fields(self.record).keys()
        return keys.pop() if keys and self.update else ""

    @property
    def public_key(self) -> str:
        """The key that tells whether visitors see a record; '' if there is none."""
        return self.publish or ("is_active" if "is_active" in _fields(self.record) else "")

    @property
    def delete_label(self) -> str:
        """What the buttons that delete a record read."""
        return "Delete permanently" if self.deletes_permanently else "Delete"

    @property
    def can_create_as_new(self) -> bool:
        """Whether what was typed for a deleted record can be saved as a new one."""
        return bool(self.create and self.update and self.create.fields == self.update.fields)

    def page_of(self, record: Mapping[str, Any]) -> str:
        """Return the path of a record's page, or '' if visitors do not see one."""
        if self.publish and (not record[self.publish] or schedule_phase(record, self.publish)):
            return ""
        return self.site_path.format_map(record)

    def count_text(self, page: Page[Any], *, is_filtered: bool) -> str:
        """Return how many records match, of how many, such as '1,000 of 11,014'."""
        shown, total = f"{page.total:,}", f"{page.overall:,}"
        if self.count_line:
            return self.count_line.format(shown=shown, total=total)
        return f"{shown} of {total}" if is_filtered else f"{total} in total"

    @property
    def collection_path(self) -> str:
        """The path of the records in the API, for what the browser itself requests."""
        assert self.entity is not None
        return f"/api{self.entity.path}"

    @property
    def imports_path(self) -> str:
        return f"{self.collection_path}/imports"

    def _publish_actions(self, entity: Entity) -> dict[str, RowAction]:
        """Return the actions of the publish toggle, which set only the `publish` key."""

        def publishes(value: bool) -> Callable[[int], Awaitable[object]]:
            return lambda key: run(
                update, entity, key, validated({self.publish: value}, entity.update)
            )

        notices = self.notices
        failed = notices.update_failed
        return {
            "publish": RowAction(publishes(True), notices.published, failed, publishes=True),
            "unpublish": RowAction(publishes(False), notices.unpublished, failed),
        }

    def cells(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {key: cell for column in self.columns for key, cell in column.cells(record).items()}

    @property
    def cell_types(self) -> dict[str, Any]:
        return {key: each for column in self.columns for key, each in column.types.items()}


def _fields(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the schema's fields, computed ones included, by their key in JSON."""
    fields: dict[str, Any] = {**schema.model_fields, **schema.model_computed_fields}
    return {each.alias or name: each for name, each in fields.items()}


def _check(schema: type[BaseModel], keys: Iterable[str], user: str) -> None:
    unknown = sorted(set(keys) - _fields(schema).keys())
    if unknown:
        raise TypeError(f"{schema.__name__} has no {', '.join(unknown)}, which {user} uses")
