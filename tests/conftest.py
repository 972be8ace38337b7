"""What all tests share."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the event loop of the server."""
    return "asyncio"
