"""Fixtures of the tests of websockets: a running portal."""

from collections.abc import Iterator

import httpx
import pytest

from tests.factories import message_body
from tests.websockets.portal import Portal, running_portal

MAX_WEBSOCKETS = 3
"""How many websockets a session may have in the shared portal."""
SENDER = "Ngozi </script><b>Confidential"
"""Who sent a message, which staff alone may read."""
MESSAGES_PER_SECOND = 10
"""How many messages a page may send in the shared portal."""


@pytest.fixture(scope="package")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    """Return a portal with an administrator and low limits, which all tests share."""
    limits = {
        "AWARDS_WEBSOCKETS_PER_SESSION": str(MAX_WEBSOCKETS),
        "AWARDS_WEBSOCKET_MESSAGES_PER_SECOND": str(MESSAGES_PER_SECOND),
    }
    with running_portal(tmp_path_factory.mktemp("portal"), **limits) as running:
        yield running


@pytest.fixture
def admin(portal: Portal) -> httpx.Client:
    """Return a client in which an administrator has signed in, who has a message."""
    message = message_body(name=SENDER)
    assert portal.client().post("/api/contact", json=message).status_code == 201
    return portal.sign_in(portal.new_user("admin"))
