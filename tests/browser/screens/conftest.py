"""Fixtures of the tests of all management screens."""

import pytest

from tests.browser.content import upload_image
from tests.browser.screens import SCREENS
from tests.browser.screens.portal_screen import PortalScreen
from tests.browser.screens.steps import Add, change_role
from tests.browser.site import Site
from tests.factories import Body


@pytest.fixture(autouse=True)
def start_empty(site: Site, request: pytest.FixtureRequest) -> None:
    """Begin each test without records of its screens except the accounts that sign in."""
    accounts = {site.account(role).username for role in ("admin", "editor", "user")}
    chosen = getattr(request.node, "callspec", None)
    for screen in [chosen.params["screen"]] if chosen else SCREENS:
        for record in screen.entity.records(site.api):
            if record.get("username") in accounts:
                continue
            if record.get("role") == "admin":
                change_role(site, record, "user")
            screen.entity.delete(site.api, record)


@pytest.fixture
def image(site: Site) -> str:
    return upload_image(site)


@pytest.fixture
def add(site: Site, image: str) -> Add:
    """Return `add(screen, fields)`, which creates a record through the API, with an image."""

    def create(screen: PortalScreen, fields: Body) -> Body:
        key = screen.image_key
        has_image = key in screen.entity.body() or (key and fields is not screen.second_record)
        body: Body = ({key: image} if has_image else {}) | fields
        if "media_urls" in body:
            body["media_urls"] = [image, image]
        return screen.entity.create(site.api, **body)

    return create
