"""Fixtures of the tests of the events page.

The events are in a distant year, so that the server counts them as upcoming; the browser's clock
is set to that year.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.content import publish_event, upload_image
from tests.browser.events_page.steps import LISTED, NOW
from tests.browser.problems import Problems
from tests.browser.site import Site


@pytest.fixture(scope="module")
def events(site: Site) -> Site:
    """Publish events around the browser's date, and more after it than the list shows."""
    publish_event(
        site,
        "Pricing Workshop",
        "2031-11-20T14:00:00Z",
        "2031-11-20T16:30:00Z",
        registrationUrl="tickets.example.org/pricing",
        imageUrl=upload_image(site),
    )
    publish_event(
        site,
        "Jury Webinar",
        "2031-11-20T18:00:00Z",
        "2031-11-20T19:00:00Z",
        type="webinar",
        location="Online",
        isVirtual=True,
        virtualMeetingUrl="meet.example.org/jury",
    )
    publish_event(
        site,
        "Breakfast",
        "2031-11-18T09:00:00Z",
        "2031-11-18T10:00:00Z",
        type="networking",
        registrationUrl="https://tickets.example.org/breakfast",
        imageUrl="/uploads/missing.png",
    )
    publish_event(
        site, "Exhibition", "2031-11-27T10:00:00Z", "2031-12-02T17:00:00Z", type="general"
    )
    publish_event(
        site, "Secret Rehearsal", "2031-11-20T10:00:00Z", "2031-11-20T11:00:00Z", isPublished=False
    )
    for number in range(1, LISTED + 1):
        publish_event(
            site,
            f"Later {number:02}",
            f"2032-02-{number:02}T00:00:00Z",
            f"2032-02-{number:02}T12:05:00Z",
        )
    return site


@pytest.fixture(autouse=True)
def browser_clock(page: Page, problems: Problems) -> None:
    """Set the browser's clock, and expect the error of the missing image."""
    page.clock.set_fixed_time(NOW)
    problems.expect(r"404 \(Not Found\).*missing")
