"""The field by which other records choose a nominee."""

from awards_site.admin.forms.record_picker import RecordField


def nominee_field(help: str = "", *, half: bool = False) -> RecordField:  # noqa: A002
    """Return the field of a nominee's id; she is found by her name, her company and the like."""
    return RecordField(
        "nomineeId",
        "Nominee",
        help=help,
        half=half,
        record_label="nominee",
        list_path="/api/nominees",
        item_path="/api/nominees/{id}",
        detail_keys=("title", "company", "year"),
    )
