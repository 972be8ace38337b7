"""The management screen of nominees (docs/rules/admin-nominees.md)."""

from typing import ClassVar

import reflex as rx

from awards_site.admin.fields.field_types import (
    DateTimeField,
    Field,
    NumberField,
    SelectField,
    SwitchField,
    TextAreaField,
    UrlField,
)
from awards_site.admin.fields.schedule import publication_fields
from awards_site.admin.fields.upload_fields import UploadField
from awards_site.admin.forms.checkbox_list import choices_field
from awards_site.admin.lists.columns import (
    PUBLISHED,
    AvatarColumn,
    Badge,
    BadgesColumn,
    Column,
    LabelColumn,
    NumberColumn,
)
from awards_site.admin.ordering.arrangement import RecordArrangement
from awards_site.admin.screens.notices import Notices
from awards_site.admin.screens.screen import (
    CHANGED_BY_FILTER,
    IMAGE_FILTER,
    SCHEDULE_FILTER,
    STATUS_FILTER,
    YEAR_FILTER,
    FilterField,
    Form,
    Screen,
)
from awards_site.nominees.models import (
    EmbargoedContent,
    NomineeCategory,
    NomineeCreate,
    NomineeUpdate,
)
from awards_site.nominees.view import NomineeView

_FIELDS = (
    Field("name", "Name", half=True),
    Field("title", "Title", help="For example, Founder & CEO", half=True),
    Field("company", "Company"),
    SelectField("category", "Category", half=True, choices=NomineeCategory),
    NumberField("year", "Year", half=True),
    TextAreaField("bio", "Bio"),
    TextAreaField("achievements", "Achievements"),
    UploadField(
        "imageUrl",
        "Image URL",
        help="JPG, PNG, GIF or WEBP, at most 5MB. Portraits are shown upright, 4:5.",
        upload_path="/api/uploads/nominee-image",
    ),
    UrlField("linkedinUrl", "LinkedIn URL", half=True),
    UrlField("websiteUrl", "Website URL", half=True),
    SwitchField("isFinalist", "Finalist"),
    SwitchField("isWinner", "Winner"),
    *publication_fields(),
    DateTimeField(
        "revealAt",
        "Reveal results at",
        help="Until then, visitors see neither Finalist nor Winner. Blank: when the embargo of her"
        " edition ends, or at once.",
        half=True,
    ),
    NumberField(
        "displayOrder",
        "Display order",
        help="Lower comes first within an edition, and equal ones by name.",
        half=True,
    ),
    choices_field(
        "embargoedContent",
        "Reveal with the results",
        EmbargoedContent,
        help_text="Until the results are revealed, visitors see her page without these. To hide her"
        " name, too, set 'Publish at'.",
    ),
)

NOMINEES = Screen(
    path="/admin/nominees",
    label="nominee",
    has_checklist=True,
    record=NomineeView,
    list_path="/api/nominees",
    site_path="{path}",
    columns=(
        AvatarColumn("Name", "name", image="image", max_initials=2),
        Column("Title and Company", "title", secondary_key="company"),
        LabelColumn("Category", "category", choices=NomineeCategory),
        NumberColumn("Year", "year"),
        BadgesColumn(
            "Status",
            "isPublished",
            badges=(
                PUBLISHED,
                Badge("isFinalist", "Finalist", "gold"),
                Badge("isWinner", "Winner", "plum"),
            ),
        ),
    ),
    filter_fields=(
        STATUS_FILTER,
        FilterField.of_choices("Category", "category", NomineeCategory),
        YEAR_FILTER,
        IMAGE_FILTER,
        SCHEDULE_FILTER,
        CHANGED_BY_FILTER,
    ),
    exports=True,
    imports=True,
    selects=True,
    bulk_fields=("category", "year"),
    order_group="year",
    create=Form(
        NomineeCreate, _FIELDS, description="She appears on the site as soon as she is published."
    ),
    update=Form(NomineeUpdate, _FIELDS, method="PATCH"),
    notices=Notices.success_and_error("nominee"),
)


class NomineesAdmin(RecordArrangement, rx.State):
    """The State of the nominees' screen."""

    screen: ClassVar[Screen] = NOMINEES
