"""Fixtures of the tests of email: settings, a frozen clock, and an SMTP server."""

from collections.abc import Iterator

import pytest

from tests.api.conftest import Configure, configure, frozen_clock
from tests.smtp_server import SmtpServer, smtp_server

__all__ = ["configure", "frozen_clock"]


@pytest.fixture
def smtp(empty_database: None, configure: Configure) -> Iterator[SmtpServer]:
    with smtp_server() as server:
        configure(AWARDS_SMTP_URL=server.url)
        yield server
