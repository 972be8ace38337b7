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
