"""The management screen of videos."""

from typing import ClassVar

import reflex as rx

from awards_site.features.videos.entity import VIDEO, VideoCategory
from awards_site.frontend import script
from awards_site.portal.arrangement import RecordArrangement
from awards_site.portal.columns import STATUS, Column, ImageColumn, LabelColumn, NumberColumn
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    IMAGE_HINT,
    CustomField,
    Field,
    JsonListField,
    NumberField,
    SelectField,
    TextAreaField,
    UploadField,
    field_input,
    publication_fields,
)
from awards_site.portal.gateway import Notices
from awards_site.portal.history import RecordHistory
from awards_site.portal.management_page import AdminPage
from awards_site.portal.screen import (
    Form,
    Screen,
)

_INPUTS = script("portal/videos/inputs.jsx")

_FIELDS = (
    Field("title", "Title"),
    CustomField("videoUrl", "Video URL", make=field_input("LinkInput", _INPUTS)),
    UploadField(
        "thumbnailUrl",
        "Thumbnail URL",
        help=f"{IMAGE_HINT}. Thumbnails are shown wide, 16:9.",
        upload_path="/api/upload/image",
        form_data_key="image",
    ),
    TextAreaField("description", "Description"),
    SelectField("category", "Category", half=True, choices=VideoCategory),
    NumberField("year", "Year", half=True),
    Field("duration", "Duration", help="Minutes and seconds, such as 12:45", half=True),
    Field("date", "Date", help="When it was filmed, such as 2024-05-01", half=True),
    JsonListField("tags", "Tags", make=field_input("TagInput", _INPUTS)),
    NumberField("displayOrder", "Display order", help="Lower numbers come first", half=True),
    TextAreaField(
        "embedCode",
        "Embed code",
        rows=2,
        help="Stored for reference; the site plays the video link.",
    ),
    *publication_fields(),
)

VIDEOS = Screen(
    entity=VIDEO,
    title="Video Gallery",
    icon="clapperboard",
    group="Stories",
    columns=(
        ImageColumn("Thumbnail", "thumbnail", sort_key="thumbnailUrl"),
        Column("Title", "title"),
        LabelColumn("Category", "category", choices=VideoCategory),
        NumberColumn("Year", "year"),
        NumberColumn("Duration", "duration", empty_text=""),
        STATUS,
    ),
    create=Form(_FIELDS, description="It appears in the library as soon as it is published."),
    notices=Notices.success_and_error("video"),
)


class VideosAdmin(RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the videos' screen."""

    screen: ClassVar[Screen] = VIDEOS


PAGE = AdminPage(VideosAdmin)
