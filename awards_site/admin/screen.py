"""The description of a management screen, checked against the entity's schemas at import."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from awards_site.admin.forms.fields import Field
from awards_site.admin.lists.columns import Column
from awards_site.admin.navigation import Entry, entry_at
from awards_site.admin.notices import Notice, Notices
from awards_site.auth.permissions import Role


@dataclass(frozen=True)
class Form:
    """A dialog's form: its fields, the schema that judges them, and the call that it makes.

    `{id}` in `path` is the record's id; a `wide` dialog takes what room the window has. Its screen
    fills in what is left empty. Raises TypeError when the schema lacks a field.
    """

    schema: type[BaseModel]
    fields: tuple[Field, ...]
    method: str = ""
    path: str = ""
    title: str = ""
    submit: str = ""
    description: str = ""
    wide: bool = False

    def __post_init__(self) -> None:
        _check(self.schema, (each.name for each in self.fields), f"the form '{self.title}'")

    def completed(self, **defaults: str) -> "Form":
        """Return the form with these in the place of what is left empty."""
        empty: dict[str, Any] = {
            name: text for name, text in defaults.items() if not getattr(self, name)
        }
        return replace(self, **empty)

    def requires(self, each: Field) -> bool:
        """Tell whether the schema does without a value neither given nor by default."""
        known = _fields(self.schema)[each.name]
        default = known.get_default(call_default_factory=True)
        return default is PydanticUndefined or default not in (None, "", [])

    def blank(self) -> dict[str, Any]:
        """Return what the inputs show for a new record: the schema's defaults."""
        known = _fields(self.schema)
        defaults = [known[each.name].get_default(call_default_factory=True) for each in self.fields]
        return {
            each.name: each.shown(None if default is PydanticUndefined else default)
            for each, default in zip(self.fields, defaults, strict=True)
        }

    def shown(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return {each.name: each.shown(record[each.name]) for each in self.fields}

    def retyped(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the inputs show for what was typed into them."""
        return {each.name: each.retyped(typed.get(each.name)) for each in self.fields}

    def values(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        return {each.name: each.value(typed.get(each.name)) for each in self.fields}


@dataclass(frozen=True)
class Filter:
    """A tab that narrows a list to the records whose `key` is `value`.

    `value` is written as the API's query takes it, such as 'true'.
    """

    label: str
    key: str
    value: str

    @property
    def name(self) -> str:
        """What stands for it in the address."""
        return self.label.lower()


@dataclass(frozen=True)
class Write:
    """A write that a button makes without a form; `{id}` in `path` is the record's id."""

    method: str
    path: str
    done: Notice
    failed: Notice
    body: Mapping[str, object] | None = None


UNDO_HINT = "You can undo this from the notice that follows."
"""Ends the question before a deletion, unless the screen has its own wording."""

EVERY_ROLE = frozenset(Role)
_PLURALS = {Role.ADMIN: "administrators", Role.EDITOR: "editors", Role.USER: "users"}


@dataclass(kw_only=True)
class Screen:
    """An entity's management screen.

    Its entry in the sidebar says which roles may use it. Raises TypeError if a schema lacks a key
    that is used here, and LookupError if there is no entry for its path.
    """

    path: str
    label: str
    """What a record is called in a sentence, such as 'cover page'."""
    record: type[BaseModel]
    """The schema of the records in the response of `list_path`."""
    list_path: str
    item_path: str = ""
    """The API path of a record, with `{id}` for its id; by default it is below `list_path`."""
    columns: tuple[Column, ...]
    create: Form | None = None
    """None hides the button, as for `update`. By default the form is sent by POST to `item_path`
    without the id, and titled by the label."""
    update: Form | None = None
    """By default the form is sent by PUT to `item_path`, and titled by the label."""
    delete_warning: str = f"{{name}} is deleted at once. {UNDO_HINT}"
    """The question before a deletion, with `{name}` for the record's name."""
    notices: Notices
    empty: str = ""
    """The message of a list without records."""
    nothing_found: str = ""
    """The message of a search without results; `empty` by default."""
    unreadable: str = ""
    """The message of a list that cannot be read."""
    filters: tuple[Filter, ...] = ()
    """The tabs, beside the one for all records; none without filters."""
    count_line: str = ""
    """How many records match, with `{shown}` and `{total}`, if it has its own wording."""
    title_key: str = "name"
    """The key of the record's name."""
    row_writes: Mapping[str, Write] = field(default_factory=dict)
    """The writes of a row's buttons by name, to which those of the publish toggle are added."""
    write_roles: frozenset[Role] = EVERY_ROLE
    """The roles that may write; others see the buttons disabled."""
    delete_roles: frozenset[Role] = EVERY_ROLE

    def __post_init__(self) -> None:
        """Fill in what is left empty, and refuse keys that the record does not have."""
        self.item_path = self.item_path or f"{self.list_path}/{{id}}"
        self.empty = self.empty or f"No {self.plural} found"
        self.nothing_found = self.nothing_found or self.empty
        self.unreadable = self.unreadable or f"Error loading {self.plural}"
        spoken = self.label.title()
        if self.create:
            path = self.item_path.removesuffix("/{id}")
            self.create = self.create.completed(
                method="POST", path=path, title=f"Add {spoken}", submit=f"Create {spoken}"
            )
        if self.update:
            self.update = self.update.completed(
                method="PUT", path=self.item_path, title=f"Edit {spoken}", submit="Save Changes"
            )
            self.row_writes = {**self.row_writes, **self._publish_writes(self.update)}
        used = [self.title_key, *(key for column in self.columns for key in column.keys)]
        used += [each.key for each in self.filters]
        used += [each.name for each in self.update.fields] if self.update else []
        _check(self.record, used, f"the screen at {self.path}")
        _ = self.entry

    @property
    def plural(self) -> str:
        return f"{self.label}s"

    @property
    def entry(self) -> Entry:
        return entry_at(self.path)

    @property
    def title(self) -> str:
        return self.entry.label

    @property
    def lock_message(self) -> str:
        """The message for a role that may not use the screen."""
        users = [plural for role, plural in _PLURALS.items() if role in self.entry.roles]
        return f"This list is shown to {' and '.join(users)} only."

    @property
    def sort_keys(self) -> frozenset[str]:
        """The keys by which its columns sort the list."""
        return frozenset(each.sort_key for each in self.columns if each.sort_key)

    @property
    def read_failed(self) -> Notice:
        """What is said when a record cannot be read for its form."""
        return Notice("Error", f"Failed to fetch {self.label}: {{message}}")

    @property
    def publish(self) -> str:
        """The key that the publish toggle flips; '' where records are not published by a form."""
        keys = {"isPublished", "is_published"} & _fields(self.record).keys()
        return keys.pop() if keys and self.update else ""

    @property
    def restoration(self) -> Write:
        """The write that undoes a deletion."""
        notices = self.notices
        return Write("POST", f"{self.item_path}/restore", notices.restored, notices.restore_failed)

    def _publish_writes(self, update: Form) -> dict[str, Write]:
        """Return the writes that send the `publish` key and no other, if there is one."""
        if not self.publish:
            return {}
        notices = self.notices
        states = {"publish": (notices.published, True), "unpublish": (notices.unpublished, False)}
        return {
            name: Write(update.method, update.path, done, notices.update_failed, {self.publish: on})
            for name, (done, on) in states.items()
        }

    def cells(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the columns show for a record, by key."""
        return {key: cell for column in self.columns for key, cell in column.cells(record).items()}


def _fields(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the schema's fields, computed ones included, by their key in JSON."""
    fields: dict[str, Any] = {**schema.model_fields, **schema.model_computed_fields}
    return {each.alias or name: each for name, each in fields.items()}


def _check(schema: type[BaseModel], keys: Iterable[str], user: str) -> None:
    unknown = sorted(set(keys) - _fields(schema).keys())
    if unknown:
        raise TypeError(f"{schema.__name__} has no {', '.join(unknown)}, which {user} uses")
