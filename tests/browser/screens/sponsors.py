"""The screen of sponsors."""

from tests.api.entities import SPONSOR
from tests.browser.screens.portal_screen import DELETION_UNDONE, CreateForm, EditForm, PortalScreen

SCREEN = PortalScreen(
    heading="Sponsors",
    entity=SPONSOR,
    columns=("Name", "Tier", "Published", "Order", "Actions"),
    record={
        "name": "Halcyon Bank",
        "tier": "platinum",
        "website_url": "https://example.org/halcyon",
        "display_order": 3,
        "is_published": True,
    },
    row=("Halcyon Bank", "Platinum", "Yes", "3"),
    image_key="logo_url",
    second_record={"name": "Pelican Post", "is_published": False},
    second_row=("Pelican Post", "Regular", "No", "0"),
    matching_searches=("halcyon",),
    empty="No sponsors found",
    deletion_warning=(
        "Are you sure? This action cannot be undone. This will permanently delete the sponsor"
        " from the database."
    ),
    success=("Success", "Sponsor {did} successfully"),
    failure=("Error", "{message}"),
    notices={"restored": DELETION_UNDONE},
    publishes=True,
    create=CreateForm(
        title="Add Sponsor",
        submit="Create Sponsor",
        defaults={"Tier": "regular", "Display order": "0", "Published": True},
        values={
            "Name": "Verdance Energy",
            "Tier": "Gold",
            "Website URL": "https://example.org/verdance",
            "Logo URL": "{image}",
        },
        stored={"name": "Verdance Energy", "tier": "gold", "display_order": 0},
        public_path="/partners",
        invalid={"Name": "V", "Website URL": "nowhere", "Logo URL": "abc"},
        errors={
            "Name": "Name must be at least 2 characters",
            "Logo URL": "Logo URL is required",
            "Website URL": "Please enter a valid URL",
        },
    ),
    edit=EditForm(
        title="Edit Sponsor",
        label="Tier",
        value="Silver",
        stored={"tier": "silver"},
        theirs={"tier": "bronze"},
        their_text="Bronze",
    ),
)
