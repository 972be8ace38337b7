"""The screen of the photo gallery."""

from tests.api.entities import PHOTO
from tests.browser.screens.portal_screen import (
    DELETION_UNDONE,
    ORDER_ERROR,
    YEAR_ERROR,
    CreateForm,
    EditForm,
    ImageUpload,
    PortalScreen,
)

SCREEN = PortalScreen(
    heading="Photo Gallery",
    entity=PHOTO,
    columns=("Image", "Title", "Category", "Year", "Status", "Actions"),
    record={"title": "The prize", "category": "winners", "year": 2024},
    row=("The prize", "Winners", "2024", "Published"),
    image_key="imageUrl",
    second_record={"title": "The foyer", "isPublished": False},
    second_row=("The foyer", "General", "N/A", "Draft"),
    matching_searches=("prize", "winners"),
    empty="No photos found",
    success=("Photo {did} successfully", "{name}"),
    failure=("Failed to {do} photo: {message}", ""),
    notices={"restored": DELETION_UNDONE},
    publishes=True,
    create=CreateForm(
        title="Add Photo",
        submit="Create Photo",
        defaults={"Category": "general", "Year": "{year}", "Display order": "0", "Published": True},
        values={
            "Title": "On the stage",
            "Image URL": "{image}",
            "Category": "Ceremony",
            "Year": "2024",
        },
        stored={"title": "On the stage", "category": "ceremony", "year": 2024},
        public_path="/gallery",
        invalid={"Title": "ab", "Image URL": "{image}", "Year": "1999", "Display order": "-1"},
        errors={
            "Title": "Title must be at least 3 characters",
            "Year": YEAR_ERROR,
            "Display order": ORDER_ERROR,
        },
    ),
    edit=EditForm(
        title="Edit Photo",
        label="Year",
        value="",
        stored={"title": "The prize", "year": None},
        theirs={"year": 2022},
        their_text="2022",
    ),
    upload=ImageUpload(
        path="/api/upload/image",
        failure=("Upload failed", "There was an error uploading your image."),
    ),
)
