"""What all tests share."""

from pathlib import Path

import pytest

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: once Playwright has started, its event loop occupies the thread."""
    items.sort(key=lambda item: BROWSER_TESTS in item.path.parents)


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the event loop of the server."""
    return "asyncio"
