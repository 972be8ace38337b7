"""The form fields of a record's schedule."""

from awards_site.admin.fields.field_types import DateTimeField, SwitchField, VisibleWhen
from awards_site.admin.lists.columns import schedule_keys


def publication_fields(flag: str = "isPublished") -> tuple[SwitchField | DateTimeField, ...]:
    """Return the publish switch and, while it is on, the times from and until which it applies.

    `flag` is the key of the switch, whose case the other keys have.
    """
    start, end = schedule_keys(flag)
    while_published = VisibleWhen(flag)
    return (
        SwitchField(flag, "Published"),
        DateTimeField(
            start,
            "Publish at",
            help="Visitors see it from then on. Blank: at once.",
            half=True,
            visible_when=while_published,
        ),
        DateTimeField(
            end,
            "Unpublish at",
            help="Visitors see it until then. Blank: until it is unpublished.",
            half=True,
            visible_when=while_published,
        ),
    )
