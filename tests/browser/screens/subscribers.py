"""The screen of subscribers."""

from tests.api.entities import SUBSCRIBER
from tests.browser.screens.portal_screen import UNDONE, PortalScreen

SCREEN = PortalScreen(
    slug="subscribers",
    heading="Subscribers",
    entity=SUBSCRIBER,
    columns=("Email", "Date Subscribed", "Actions"),
    record={"email": "ada@example.org"},
    row=("ada@example.org", "{today}"),
    other={"email": "bisi@example.org"},
    other_row=("bisi@example.org",),
    searches=("ADA",),
    empty="No subscribers found.",
    unreadable=("subscribers", "Error loading subscribers"),
    done=("Subscriber {did}", "{name}"),
    failed=("Error {doing} subscriber", "{message}"),
    notices={"restored": UNDONE},
)
