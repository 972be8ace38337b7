"""The screen of contact messages."""

from tests.api.entities import MESSAGE
from tests.browser.screens.portal_screen import DELETION_UNDONE, PortalScreen

SCREEN = PortalScreen(
    heading="Contact Messages",
    entity=MESSAGE,
    columns=("Date", "Name", "Email", "Type", "Status", "Actions"),
    record={
        "name": "Ada Okafor",
        "email": "ada@example.org",
        "inquiryType": "media",
        "message": "A question about the red carpet",
    },
    row=("{today}", "Ada Okafor", "ada@example.org", "Media", "New", "Unread"),
    max_name=100,
    second_record={"name": "Bisi Laurent", "inquiryType": "sponsorship"},
    second_row=("Bisi Laurent", "Sponsorship", "New", "Unread"),
    matching_searches=("RED carpet", "ada@"),
    empty="No contact messages found.",
    read_error=("messages", "Error loading contact messages"),
    success=("Message {did}", "{name}"),
    failure=("Error {doing} message", "{message}"),
    notices={"restored": DELETION_UNDONE},
)
