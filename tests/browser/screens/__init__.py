"""Tests of what all management screens have in common; each module describes one screen.

A new screen is a new module here, listed in `SCREENS`.
"""

from tests.browser.screens import (
    blog,
    content,
    cover_pages,
    events,
    messages,
    nominees,
    photos,
    sponsors,
    subscribers,
    users,
    videos,
)

SCREENS = tuple(
    module.SCREEN
    for module in (
        content,
        events,
        nominees,
        sponsors,
        cover_pages,
        blog,
        photos,
        videos,
        messages,
        subscribers,
        users,
    )
)
"""The screens in the order of the portal's navigation."""

OTHER_SCREENS = {
    "": "[data-testid=dashboard]",
    "embargoes": "[data-testid=record]",
    "media": "[data-testid=record]",
    "trash": "[data-testid=record]",
    "audit": "[data-testid=record]",
    "personal-data": "main [role=status] li",
}
"""The slugs of the screens that have tests of their own, with a selector of what they show."""
