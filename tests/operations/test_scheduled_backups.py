"""The running site makes backups by schedule, one at a time, and deletes the oldest."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from filelock import FileLock

from awards_site.core import clock
from awards_site.operations import retention
from awards_site.operations.backups.backup import LOCK, back_up_if_due, newest_backup
from tests.api.conftest import FrozenClock
from tests.command_line import succeed
from tests.operations.sites import Site, Sites, full_disk


@pytest.fixture
def frozen_clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    frozen = FrozenClock()
    monkeypatch.setattr(clock, "now", lambda: frozen.now)
    monkeypatch.setattr("os.fsync", lambda _: None)
    return frozen


@pytest.fixture
def folder(tmp_path: Path, frozen_clock: FrozenClock) -> Path:
    path = tmp_path / "backups"
    path.mkdir()
    return path


@pytest.fixture
def site(sites: Sites, folder: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Site]:
    """A site that makes a backup every two hours and keeps three."""
    made = sites.new("sqlite")
    sites.fill()
    named = {"AWARDS_BACKUP_HOURS": "2", "AWARDS_BACKUP_KEEP": "3"}
    sites.use(made, AWARDS_BACKUP_DIR=str(folder), **named)
    with caplog.at_level(logging.INFO, "awards_site"):
        yield made


def backups(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != LOCK)


@pytest.mark.usefixtures("site")
def test_a_backup_is_made_when_the_newest_is_old_enough(
    folder: Path, frozen_clock: FrozenClock, caplog: pytest.LogCaptureFixture
) -> None:
    start = frozen_clock.now
    back_up_if_due()
    assert backups(folder) == ["backup-20300515-120000"]
    assert newest_backup() == start
    frozen_clock.advance(timedelta(hours=1.99))
    back_up_if_due()
    assert newest_backup() == start
    frozen_clock.advance(timedelta(hours=0.01))
    back_up_if_due()
    assert backups(folder) == ["backup-20300515-120000", "backup-20300515-140000"]
    assert newest_backup() == start + timedelta(hours=2)
    for name in backups(folder):
        succeed("verify-backup", folder / name)
    assert caplog.text.count("backup written") == 2


@pytest.mark.usefixtures("site")
def test_only_the_newest_backups_are_kept(folder: Path, frozen_clock: FrozenClock) -> None:
    (folder / "before-the-upgrade").mkdir()
    for _ in range(5):
        back_up_if_due()
        frozen_clock.advance(timedelta(hours=2))
    assert backups(folder) == [
        "backup-20300515-160000",
        "backup-20300515-180000",
        "backup-20300515-200000",
        "before-the-upgrade",
    ]


@pytest.mark.usefixtures("site")
def test_a_failed_backup_is_logged_with_the_way_out_and_deletes_no_older_one(
    folder: Path, frozen_clock: FrozenClock, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        back_up_if_due()
        frozen_clock.advance(timedelta(hours=2))
    before = backups(folder)
    with full_disk(1000):
        back_up_if_due()
    assert backups(folder) == before
    [record] = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert "Check the space" in caplog.handler.format(record)
    back_up_if_due()
    assert backups(folder) == [*before[1:], "backup-20300515-180000"]


@pytest.mark.usefixtures("site")
def test_a_missing_folder_is_not_made(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It may be that of a disk that is not mounted."""
    folder.rmdir()
    back_up_if_due()
    assert not folder.exists()
    assert "create the folder, or mount its disk" in caplog.text
    assert newest_backup() is None


@pytest.mark.usefixtures("site")
def test_two_backups_are_never_made_at_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with FileLock(folder / LOCK):
        back_up_if_due()
    assert backups(folder) == []
    assert "another one is being made" in caplog.text
    back_up_if_due()
    assert len(backups(folder)) == 1


@pytest.mark.usefixtures("site")
def test_what_an_interrupted_backup_has_left_is_not_a_backup_and_is_deleted(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patched, full_disk(1000):
        # A process that is killed removes nothing.
        patched.setattr("shutil.rmtree", lambda *_, **__: None)
        back_up_if_due()
    [left] = backups(folder)
    assert left.endswith(".partial")
    assert newest_backup() is None
    back_up_if_due()
    assert backups(folder) == ["backup-20300515-120000"]


@pytest.mark.usefixtures("site")
def test_the_running_site_makes_backups(
    folder: Path, frozen_clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first at once, others as they become due."""
    monkeypatch.setattr(retention, "INTERVAL_SECONDS", 0.01)

    async def run_site() -> None:
        task = asyncio.create_task(retention.maintain_hourly())
        for number in (1, 2):
            while len([each for each in backups(folder) if each[0] != "."]) < number:
                await asyncio.sleep(0.01)
                assert not task.done()
            frozen_clock.advance(timedelta(hours=2))
        task.cancel()

    asyncio.run(run_site())


def test_without_a_folder_no_backup_is_made(sites: Sites, folder: Path) -> None:
    sites.new("sqlite")
    back_up_if_due()
    assert backups(folder) == []
    assert newest_backup() is None


@pytest.mark.usefixtures("site")
def test_a_clock_that_was_set_back_does_not_stop_the_backups(
    folder: Path, frozen_clock: FrozenClock
) -> None:
    back_up_if_due()
    frozen_clock.advance(timedelta(hours=-1000))
    back_up_if_due()
    assert len(backups(folder)) == 2
