"""The screen of cover pages."""

from tests.api.entities import COVER_PAGE
from tests.browser.screens.portal_screen import (
    DELETION_UNDONE,
    NOT_AN_IMAGE,
    CreateForm,
    EditForm,
    ImageUpload,
    PortalScreen,
)

SCREEN = PortalScreen(
    heading="Cover Pages",
    entity=COVER_PAGE,
    columns=("Title", "Image", "Status", "Order", "Actions"),
    record={
        "title": "Curtain up",
        "subtitle": "Five editions",
        "media_type": "carousel",
        "media_urls": ["{image}", "{image}"],
        "is_active": True,
        "display_order": 2,
    },
    long_keys=("subtitle",),
    row=("Curtain up", "Five editions", "Active", "2"),
    image_key="image_url",
    second_record={"title": "The film", "media_type": "video", "image_url": "/uploads/film.mp4"},
    second_row=("The film", "Inactive"),
    matching_searches=("curtain", "five"),
    empty="No cover pages found",
    success=("Success", "Cover page {did} successfully"),
    failure=("Error", "{message}"),
    notices={"restored": DELETION_UNDONE},
    create=CreateForm(
        title="Add Cover Page",
        submit="Create Cover Page",
        defaults={"Media type": "image", "Overlay transparency": "50", "Active": False},
        values={
            "Title": "Tonight in Lagos",
            "Subtitle": "Five editions, one stage",
            "Image URL": "{image}",
            "CTA text": "Reserve a seat",
            "CTA link": "https://example.org/seats",
            "Active": True,
        },
        stored={
            "title": "Tonight in Lagos",
            "transparency": 50,
            "media_type": "image",
            "is_active": True,
        },
        public_path="/",
        invalid={"Title": "T", "CTA link": "nowhere"},
        errors={
            "Title": "Title must be at least 2 characters",
            "Image URL": "Image URL is required",
            "CTA link": "Please enter a valid URL",
        },
    ),
    edit=EditForm(
        title="Edit Cover Page",
        label="Subtitle",
        value="From the Grand Hall",
        stored={"subtitle": "From the Grand Hall"},
        theirs={"subtitle": "From the garden"},
        their_text="From the garden",
    ),
    upload=ImageUpload(
        path="/api/uploads/cover-page-image", failure=("Failed to upload image", NOT_AN_IMAGE)
    ),
)
