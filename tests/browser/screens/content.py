"""The screen of the content editor."""

from tests.api.entities import SECTION
from tests.browser.screens.portal_screen import UNDONE, PortalScreen

SCREEN = PortalScreen(
    slug="content",
    heading="Content Editor",
    entity=SECTION,
    delete_role="admin",
    is_locked_for_users=False,
    columns=("Name", "Identifier", "Last Updated", "Actions"),
    record={"name": "Timeline", "identifier": "page.timeline", "content": {"title": "Our way"}},
    row=("Timeline", "page.timeline", "{today}"),
    other={"name": "Hero", "identifier": "home.hero", "content": {"title": "Welcome"}},
    other_row=("Hero", "home.hero"),
    searches=("PAGE.time", "timeline"),
    empty="No content sections found.",
    unreadable=("content_sections", "Error loading content sections"),
    done=("Content section {did}", "{name}"),
    failed=("Error {doing} content section", "{message}"),
    notices={
        "updated": ("Content updated", "{name}"),
        "update": ("Error updating content", "{message}"),
        "restored": UNDONE,
    },
)
