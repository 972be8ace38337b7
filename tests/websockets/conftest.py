"""Fixtures of the tests of websockets: a running portal."""

from collections.abc import Iterator

import httpx
import pytest

from tests.factories import message_body
from tests.websockets.portal import Portal, running_portal

SENDER = "Ngozi Confidential"
"""Who sent a message, which staff alone may read."""


@pytest.fixture(scope="package")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    """Return a portal with an administrator, which all tests share."""
    with running_portal(tmp_path_factory.mktemp("portal")) as running:
        yield running


@pytest.fixture
def admin(portal: Portal) -> httpx.Client:
    """Return a client in which an administrator has signed in, who has a message."""
    message = message_body(name=SENDER)
    assert portal.client().post("/api/contact", json=message).status_code == 201
    return portal.sign_in(portal.new_user("admin"))
