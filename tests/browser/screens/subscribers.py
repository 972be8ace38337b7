"""The screen of subscribers."""

from tests.api.entities import SUBSCRIBER
from tests.browser.screens.portal_screen import DELETION_UNDONE, PortalScreen

SCREEN = PortalScreen(
    heading="Subscribers",
    entity=SUBSCRIBER,
    columns=("Email", "Date Subscribed", "Actions"),
    record={"email": "ada@example.org"},
    row=("ada@example.org", "{today}"),
    second_record={"email": "bisi@example.org"},
    second_row=("bisi@example.org",),
    matching_searches=("ADA",),
    empty="No subscribers found.",
    read_error=("subscribers", "Error loading subscribers"),
    success=("Subscriber {did}", "{name}"),
    failure=("Error {doing} subscriber", "{message}"),
    notices={"restored": DELETION_UNDONE},
)
