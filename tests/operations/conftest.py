"""Fixtures of the tests of backups and of exports of the data."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import succeed
from tests.operations.sites import ENGINES, Sites


@pytest.fixture
def sites(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sites]:
    """Makes sites with data of their own, and restores the umask, which commands set."""
    # fsync takes most of the time.
    monkeypatch.setattr("os.fsync", lambda _: None)
    umask = os.umask(0o022)
    made = Sites(tmp_path, migrated, monkeypatch)
    yield made
    made.drop_databases()
    os.umask(umask)


@pytest.fixture(params=ENGINES)
def engine_name(request: pytest.FixtureRequest) -> str:
    """The name of each database engine; PostgreSQL needs AWARDS_TEST_DATABASE_URL."""
    return str(request.param)


@pytest.fixture
def backup_path(tmp_path: Path) -> Path:
    return tmp_path / "backup"


@pytest.fixture
def filled_site(sites: Sites, engine_name: str) -> None:
    sites.new(engine_name)
    sites.fill()


@pytest.fixture
def backup(filled_site: None, backup_path: Path, sites: Sites, engine_name: str) -> Path:
    """A backup of a filled site; the settings are those of a new site."""
    succeed("backup", backup_path)
    sites.new(engine_name)
    return backup_path
