"""Fixtures of all tests."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import database

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: once Playwright has started, its event loop occupies the thread.

    Files with many tests come first, so that all processes finish at about the same time.
    """
    tests_per_file = Counter(item.path for item in items)
    items.sort(
        key=lambda item: (
            BROWSER_TESTS in item.path.parents,
            -tests_per_file[item.path],
            item.path,
        )
    )


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the event loop of the server."""
    return "asyncio"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database to copy."""
    return database.migrated_folder(tmp_path_factory.mktemp("migrated"))


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
