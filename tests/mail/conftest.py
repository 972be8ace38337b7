"""Fixtures of the tests of e-mail: a database, a frozen clock, settings, and an SMTP server."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from awards_site.core import clock
from awards_site.settings import settings
from tests.smtp_server import SmtpServer, smtp_server

pytestmark = pytest.mark.usefixtures("empty_database")


class FrozenClock:
    """A clock that moves only by `forward`."""

    present = datetime(2030, 5, 15, 12, tzinfo=UTC)

    def forward(self, by: timedelta) -> None:
        self.present += by


@pytest.fixture
def frozen_clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """The clock of the site."""
    frozen = FrozenClock()
    monkeypatch.setattr(clock, "now", lambda: frozen.present)
    return frozen


@pytest.fixture
def configure(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Change settings by their environment variables."""

    def change(**values: str) -> None:
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()

    return change


@pytest.fixture
def smtp(empty_database: None, configure: Callable[..., None]) -> Iterator[SmtpServer]:
    """The SMTP server that the site uses."""
    with smtp_server() as server:
        configure(AWARDS_SMTP_URL=server.url)
        yield server
