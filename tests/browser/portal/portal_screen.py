"""A management screen as tests describe it: its texts, fields and values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.api.entities import Entity
from tests.factories import Body

Values = Mapping[str, str | bool]
"""The input of a form by field label; a bool is a switch."""

NoticeText = tuple[str, str]
"""A notice's title and description."""

DELETION_UNDONE: NoticeText = ("Deletion undone", "{name} was restored.")
SEARCH_HINT = "Try adjusting your search query."
NOT_AN_IMAGE = "Please upload an image file (JPG, PNG, GIF or WEBP)"


@dataclass(frozen=True, kw_only=True)
class CreateForm:
    """The dialog for a new record."""

    title: str
    """Also the label of the button that opens it."""
    submit: str
    values: Values
    """The required input of a new record; the first field has the focus."""
    stored: Body
    """The values that the API stores for `values`."""


@dataclass(frozen=True, kw_only=True)
class EditForm:
    """The dialog for a record, and a value for one of its fields."""

    title: str
    label: str
    value: str
    stored: Body
    """The value that the API stores for `value`."""


@dataclass(frozen=True, kw_only=True)
class ImageUpload:
    """A form's upload of an image that begins once a file is chosen."""

    label: str = "Image URL"
    """The field that gets the image's URL."""
    failure: NoticeText


@dataclass(frozen=True, kw_only=True)
class PortalScreen:
    """A management screen with two records, as the API accepts them and the table shows them."""

    heading: str
    entity: Entity
    role: str = "editor"
    """The role that uses the screen in tests."""
    delete_role: str = "editor"
    is_denied_to_users: bool = True
    columns: tuple[str, ...]
    record: Body
    row: tuple[str, ...]
    """Texts in the row of `record`, each a cell's whole text or a line of it."""
    max_name: int = 200
    """The maximum length of a record's name."""
    long_keys: tuple[str, ...] = ()
    """Further keys of the row's texts that may be as long."""
    image_key: str = ""
    """The key of the image in the row."""
    second_record: Body
    second_row: tuple[str, ...]
    matching_searches: tuple[str, ...]
    """Searches that match `record` and not `second_record`."""
    empty: str
    nothing_found: str = ""
    read_error: tuple[str, str] = ("", "")
    """The database table, and the message if it cannot be read."""
    deletion_warning: str = ""
    success: NoticeText
    """The notice after a write, with `{did}`, such as 'created', and `{name}`."""
    failure: NoticeText
    """The notice of a failed write, with `{do}`, `{doing}` and `{message}`."""
    notices: Mapping[str, NoticeText] = field(default_factory=dict)
    """Notices with another wording, by verb."""
    selects: bool = True
    """Whether several rows can be selected."""
    publishes: bool = False
    create: CreateForm | None = None
    edit: EditForm | None = None
    upload: ImageUpload | None = None

    def __str__(self) -> str:
        return self.slug

    @property
    def path(self) -> str:
        return self.entity.declared.screen_path

    @property
    def slug(self) -> str:
        return self.path.removeprefix("/admin/")

    @property
    def name(self) -> str:
        """The name of `record`."""
        return str(self.record[self.entity.name])

    def success_notice(self, did: str) -> NoticeText:
        """Return the notice after a write of `record`."""
        title, description = self.notices.get(did, self.success)
        return title.format(did=did), description.format(did=did, name=self.name)

    def failure_notice(self, do: str) -> NoticeText:
        """Return the notice of a failed write of a deleted record."""
        title, description = self.notices.get(do, self.failure)
        message = f"{self.entity.key.capitalize()} not found"
        verbs = {"do": do, "doing": f"{do.removesuffix('e')}ing", "message": message}
        return title.format(**verbs), description.format(**verbs)
