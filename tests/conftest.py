"""Fixtures of all tests."""

import gc
import logging
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from awards_site.accounts import hashing
from awards_site.core.files.storage import storage
from awards_site.core.logs import VALUES
from awards_site.core.process import NEW_OBJECTS
from awards_site.settings import settings
from tests import database, postgresql
from tests.s3_server import S3Server, new_bucket_url, s3_server

_HERE = Path(__file__).parent
BROWSER_TESTS = _HERE / "browser"
LONG_TESTS = (
    _HERE / "faults",
    _HERE / "operations",
    _HERE / "websockets",
    BROWSER_TESTS / "test_browser_baseline.py",
    BROWSER_TESTS / "test_demo_edition.py",
    BROWSER_TESTS / "test_layout.py",
    BROWSER_TESTS / "test_nothing_unpublished.py",
    BROWSER_TESTS / "test_serving.py",
)
"""Few tests a file, of which some take many seconds."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Drop the tests of servers that are not there, and sort the rest.

    Browser tests run last: once Playwright has started, its event loop occupies the thread. Long
    tests and files with many come first, so that all processes finish at about the same time.
    """
    missing = ["sqlite_only" if postgresql.is_used else "postgresql_only"]
    if not os.environ.get("AWARDS_TEST_REDIS_URL"):
        missing.append("redis_only")
    if not shutil.which("haproxy"):
        missing.append("haproxy_only")
    dropped = [item for item in items if any(map(item.get_closest_marker, missing))]
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if item not in dropped]
    tests_per_file = Counter(item.path for item in items)
    items.sort(
        key=lambda item: (
            BROWSER_TESTS in item.path.parents,
            not any(each in (item.path, *item.path.parents) for each in LONG_TESTS),
            -tests_per_file[item.path],
            item.path,
        )
    )


def pytest_collection_finish() -> None:
    """Collect garbage from now on, seldom as on the site, but not what was imported."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    gc.enable()


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the event loop of the server."""
    return "asyncio"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database to copy."""
    return database.migrated_folder(tmp_path_factory.mktemp("migrated"))


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    """A server that speaks S3."""
    with s3_server(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def bucket_url(s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The URL of an empty prefix of a bucket, which the site uses as its storage."""
    url = new_bucket_url()
    for name, value in {**s3.environment, "AWARDS_STORAGE_URL": url}.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()
    storage.cache_clear()
    yield url
    storage.cache_clear()


@pytest.fixture(params=["folder", "bucket"])
def storage_kind(request: pytest.FixtureRequest) -> str:
    """Where the site stores files: in a folder, and in a bucket."""
    if request.param == "bucket":
        request.getfixturevalue("bucket_url")
    return str(request.param)


@pytest.fixture
def data_dir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Path]:
    """An empty data folder, and no database."""
    if "empty_database" not in request.fixturenames:
        database.remove(tmp_path)
    database.use_data_dir(tmp_path, monkeypatch)
    yield tmp_path
    database.close()


@pytest.fixture
def empty_database(data_dir: Path, migrated: Path) -> None:
    """A data folder with an empty database."""
    database.copy_into(data_dir, migrated)


@pytest.fixture
def fast_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cheap password hashes, and no fsync, for tests of commands."""
    monkeypatch.setattr(hashing, "ROUNDS", 4)
    monkeypatch.setattr("os.fsync", lambda _: None)


class _EventFormatter(logging.Formatter):
    """Shows an event with its values, and redacts nothing."""

    def format(self, record: logging.LogRecord) -> str:
        values = getattr(record, VALUES, {})
        return " ".join([super().format(record), *(f"{key}={values[key]!r}" for key in values)])


@pytest.fixture
def caplog(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """pytest's fixture, whose text has the values of events."""
    handler, formatter = caplog.handler, caplog.handler.formatter
    handler.setFormatter(_EventFormatter())
    yield caplog
    handler.setFormatter(formatter)
