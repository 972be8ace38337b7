"""The screen of contact messages."""

from tests.api.entities import MESSAGE
from tests.browser.screens.portal_screen import UNDONE, PortalScreen

SCREEN = PortalScreen(
    slug="messages",
    heading="Contact Messages",
    entity=MESSAGE,
    columns=("Date", "Name", "Email", "Type", "Actions"),
    record={
        "name": "Ada Okafor",
        "email": "ada@example.org",
        "inquiryType": "media",
        "message": "A question about the red carpet",
    },
    row=("{today}", "Ada Okafor", "ada@example.org", "Media", "Unread"),
    max_name=100,
    other={"name": "Bisi Laurent", "inquiryType": "sponsorship"},
    other_row=("Bisi Laurent", "Sponsorship", "Unread"),
    searches=("RED carpet", "ada@"),
    empty="No contact messages found.",
    unreadable=("messages", "Error loading contact messages"),
    done=("Message {did}", "{name}"),
    failed=("Error {doing} message", "{message}"),
    notices={"restored": UNDONE},
)
