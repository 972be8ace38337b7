"""The screen of the video gallery."""

from tests.api.entities import VIDEO
from tests.browser.screens.portal_screen import (
    ORDER_ERROR,
    YEAR_ERROR,
    CreateForm,
    EditForm,
    ImageUpload,
    PortalScreen,
)

SCREEN = PortalScreen(
    heading="Video Gallery",
    entity=VIDEO,
    columns=("Thumbnail", "Title", "Category", "Year", "Duration", "Status", "Actions"),
    record={"title": "The panel", "category": "panel", "year": 2023, "duration": "12:45"},
    row=("The panel", "Panel Discussion", "2023", "12:45", "Published"),
    image_key="thumbnailUrl",
    second_record={"title": "The rushes", "isPublished": False},
    second_row=("The rushes", "Draft"),
    matching_searches=("panel",),
    empty="No videos found",
    success=("Success", "Video {did} successfully"),
    failure=("Error", "Failed to {do} video: {message}"),
    publishes=True,
    create=CreateForm(
        title="Add Video",
        submit="Create Video",
        defaults={"Category": "general", "Year": "{year}", "Published": True},
        values={
            "Title": "Opening night",
            "Video URL": "https://example.org/film",
            "Category": "Award Ceremony",
            "Duration": "3:06",
        },
        stored={
            "title": "Opening night",
            "videoUrl": "https://example.org/film",
            "category": "ceremony",
            "duration": "3:06",
        },
        public_path="/videos",
        invalid={
            "Title": "ab",
            "Video URL": "nowhere",
            "Thumbnail URL": "neither",
            "Year": "2101",
            "Display order": "-1",
        },
        errors={
            "Title": "Title must be at least 3 characters",
            "Video URL": "Please enter a valid URL",
            "Thumbnail URL": "Please enter a valid URL",
            "Year": YEAR_ERROR,
            "Display order": ORDER_ERROR,
        },
    ),
    edit=EditForm(
        title="Edit Video",
        label="Duration",
        value="13:00",
        stored={"title": "The panel", "duration": "13:00"},
        theirs={"duration": "14:00"},
        their_text="14:00",
    ),
    upload=ImageUpload(
        path="/api/upload/image",
        label="Thumbnail URL",
        failure=("Upload Failed", "Could not upload image. Please try again."),
    ),
)
