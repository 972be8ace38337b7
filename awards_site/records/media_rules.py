"""The rule that images of published records need an alternative text and a credit."""

from collections.abc import Iterator

from sqlmodel import Session

from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.sessions import row_change
from awards_site.core.errors import Invalid
from awards_site.core.files.file_names import is_image, stored_name
from awards_site.core.validation import FileUrl
from awards_site.records.images import details_of
from awards_site.settings import settings

ALT_TEXT, CREDIT = "alternative text", "credit"


def check_images(session: Session, record: ManagedRecord) -> list[str]:
    """Return the details that a record's images lack, if the transaction publishes or adds them.

    Raises Invalid instead if the setting `media_rules` is 'block'.
    """
    rule = settings().media_rules
    if rule == "off":
        return []
    if not getattr(record, record.published_field, False):
        return []
    change = row_change(session, str(record.__tablename__), record.id)
    before = change.before if change else None
    was_published = bool(before and before[record.published_field])
    lacking: set[str] = set()
    for name, url in _images(record):
        if before and was_published and before[name] == url:
            continue
        lacks = list(_lacks(record, url))
        if lacks and rule == "block":
            field = type(record).model_fields[name]
            raise Invalid({field.alias or name: _refusal(lacks)})
        lacking.update(lacks)
    return sorted(lacking)


def _images(record: ManagedRecord) -> Iterator[tuple[str, str]]:
    """Yield the attributes with the URL of an uploaded image, and that URL."""
    for name, field in type(record).model_fields.items():
        if any(isinstance(rule, FileUrl) for rule in field.metadata):
            url = getattr(record, name)
            if url and is_image(stored_name(url) or ""):
                yield name, url


def _lacks(record: ManagedRecord, url: str) -> Iterator[str]:
    details = details_of(url)
    # A photo has an alternative text of its own.
    if "alt" not in details and not getattr(record, "alt_text", None):
        yield ALT_TEXT
    if "credit" not in details:
        yield CREDIT


def _refusal(lacks: list[str]) -> str:
    return (
        f"Before this is published, its image needs {' and '.join(map(_with_article, lacks))}."
        " Add what is missing in Media."
    )


def _with_article(detail: str) -> str:
    return f"an {detail}" if detail == ALT_TEXT else f"a {detail}"
