"""Fixtures of the tests of websockets: a running portal."""

from collections.abc import Iterator

import pytest

from tests.websockets.portal import Portal, running_portal

MAX_WEBSOCKETS = 3
"""How many websockets a session may have in the shared portal."""
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
