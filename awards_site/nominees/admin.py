"""The management screen of nominees (docs/rules/admin-nominees.md)."""

from typing import ClassVar

import reflex as rx

from awards_site.admin.forms.fields import (
    DateTimeField,
    Field,
    NumberField,
    SelectField,
    SwitchField,
    TextAreaField,
    UrlField,
)
from awards_site.admin.forms.schedule import publication_fields
from awards_site.admin.forms.upload_fields import UploadField
from awards_site.admin.lists.columns import (
    PUBLISHED,
    AvatarColumn,
    Badge,
    BadgesColumn,
    Column,
    LabelColumn,
    NumberColumn,
)
from awards_site.admin.screens.history import RecordHistory
from awards_site.admin.screens.notices import Notices
from awards_site.admin.screens.screen import (
    IMAGE_FILTER,
    STATUS_FILTER,
    YEAR_FILTER,
    FilterField,
    Form,
    Screen,
)
from awards_site.nominees.models import NomineeCategory, NomineeCreate, NomineeUpdate
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
)

NOMINEES = Screen(
    path="/admin/nominees",
    label="nominee",
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
    ),
    exports=True,
    selects=True,
    bulk_fields=("category", "year"),
    create=Form(
        NomineeCreate, _FIELDS, description="She appears on the site as soon as she is published."
    ),
    update=Form(NomineeUpdate, _FIELDS, method="PATCH"),
    notices=Notices.success_and_error("nominee"),
)


class NomineesAdmin(RecordHistory, rx.State):
    """The State of the nominees' screen."""

    screen: ClassVar[Screen] = NOMINEES
