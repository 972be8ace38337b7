"""Fixtures of the portal's tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from awards_site.core.database.filters import MAX_BULK_RECORDS
from tests.api.entities import ENTITIES, JUROR, RECEIVED, USER
from tests.browser.content import upload_image
from tests.browser.portal.portal_screen import PortalScreen
from tests.browser.portal.steps import Add, OpenPage, change_role
from tests.browser.problems import Problems
from tests.browser.site import ADMIN, Site
from tests.factories import Body
from tests.smtp_server import SmtpServer, smtp_server


@pytest.fixture(scope="module")
def smtp() -> Iterator[SmtpServer]:
    with smtp_server() as server:
        yield server


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page whose visitor is signed in as an editor."""
    return open_page("editor")


@pytest.fixture
def fresh_page(context: BrowserContext, problems: Problems) -> Iterator[Page]:
    """Return a page in a fresh browser profile, where nobody is signed in."""
    page = context.new_page()
    problems.watch(page)
    yield page
    assert not problems.unexpected(), "\n".join(problems.unexpected())


@pytest.fixture
def start_empty(site: Site) -> None:
    """Begin a test without records, except the accounts that sign in."""
    for juror in JUROR.records(site.api):
        JUROR.delete(site.api, juror)
    for entity in (*ENTITIES, *RECEIVED):
        ids = [record["id"] for record in entity.records(site.api)]
        for start in range(0, len(ids), MAX_BULK_RECORDS):
            body = {"action": "delete", "ids": ids[start : start + MAX_BULK_RECORDS]}
            path = f"{entity.at or entity.created}/bulk"
            assert site.api.post(path, json=body).is_success
    for user in USER.records(site.api):
        if user["username"] not in (ADMIN.username, "editor", "user"):
            if user["role"] == "admin":
                change_role(site, user, "user")
            USER.delete(site.api, user)


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
