"""The field that selects a nominee."""

from awards_site.admin.forms.record_picker import RecordField


def nominee_field(label: str = "Nominee", help: str = "", *, half: bool = False) -> RecordField:  # noqa: A002
    """Return the field of a nominee's id, with a search for nominees."""
    return RecordField(
        "nomineeId",
        label,
        help=help,
        half=half,
        record_label="nominee",
        list_path="/api/nominees",
        item_path="/api/nominees/{id}",
        detail_keys=("title", "company", "year"),
    )
