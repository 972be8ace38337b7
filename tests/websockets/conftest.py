"""Fixtures of the tests of websockets: a running portal."""

from collections.abc import Iterator

import pytest

from tests.websockets.portal import Portal, running_portal


@pytest.fixture(scope="package")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    """Return a portal with an administrator, which all tests share."""
    with running_portal(tmp_path_factory.mktemp("portal")) as running:
        yield running
