"""The screen of the content editor."""

from tests.api.entities import SECTION
from tests.browser.screens.portal_screen import DELETION_UNDONE, PortalScreen

SCREEN = PortalScreen(
    heading="Content Editor",
    entity=SECTION,
    delete_role="admin",
    is_denied_to_users=False,
    columns=("Name", "Identifier", "Last Updated", "Actions"),
    record={"name": "Timeline", "identifier": "page.timeline", "content": {"title": "Our way"}},
    row=("Timeline", "page.timeline", "{today}"),
    second_record={"name": "Hero", "identifier": "home.hero", "content": {"title": "Welcome"}},
    second_row=("Hero", "home.hero"),
    matching_searches=("PAGE.time", "timeline"),
    empty="No content sections found.",
    read_error=("content_sections", "Error loading content sections"),
    success=("Content section {did}", "{name}"),
    failure=("Error {doing} content section", "{message}"),
    notices={
        "updated": ("Content updated", "{name}"),
        "update": ("Error updating content", "{message}"),
        "restored": DELETION_UNDONE,
    },
)
