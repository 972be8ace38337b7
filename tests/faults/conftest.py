"""Fixtures of the tests of faults."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.fault_site import FaultSite

NewSite = Callable[..., FaultSite]


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[NewSite]:
    """Return a function that starts the API with an empty data folder and `named` settings."""
    started: list[FaultSite] = []

    def start(database_url: str = "", **named: str) -> FaultSite:
        site = FaultSite(tmp_path, database_url, **named)
        started.append(site)
        site.start()
        return site

    yield start
    for site in started:
        site.kill()
