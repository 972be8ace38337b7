"""Old messages, unused uploads and parts of files are deleted."""

import os
import time
from datetime import timedelta
from pathlib import Path

from httpx import Client

from awards_site.operations.retention import purge_expired
from tests.api import media
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import MESSAGE, NOMINEE, SECTION

WEEK_SECONDS = 7 * 24 * 3600


def upload(client: Client, days: int = 8) -> str:
    """Upload an image that is as many days old, and return its URL."""
    url = media.upload(client, kept=False)
    media.age(url, days)
    return url


def exists(client: Client, url: str) -> bool:
    return client.get(url).status_code == 200


def test_a_file_that_no_record_uses_is_deleted_after_the_grace_period(editor: Client) -> None:
    old, new = upload(editor), upload(editor, days=6)
    purge_expired()
    assert not exists(editor, old)
    assert exists(editor, new)


def test_a_file_stays_while_a_record_a_deleted_one_or_a_former_version_uses_it(
    admin: Client,
) -> None:
    used, deleted, former = upload(admin), upload(admin), upload(admin)
    NOMINEE.create(admin, imageUrl=used)
    NOMINEE.delete(admin, NOMINEE.create(admin, imageUrl=deleted))
    section = SECTION.create(admin, content={"images": [{"url": former}]})
    SECTION.change(admin, section, content={})
    purge_expired()
    assert [exists(admin, url) for url in (used, deleted, former)] == [True] * 3


def test_messages_are_kept_unless_a_retention_period_is_set(
    frozen_clock: FrozenClock, configure: Configure, admin: Client
) -> None:
    configure(AWARDS_SESSION_IDLE_HOURS="100")
    MESSAGE.create(admin, name="Old")
    frozen_clock.advance(timedelta(days=3))
    MESSAGE.create(admin, name="New")
    purge_expired()
    assert [each["name"] for each in MESSAGE.records(admin)] == ["New", "Old"]
    configure(AWARDS_MESSAGE_RETENTION_DAYS="2")
    purge_expired()
    assert [each["name"] for each in MESSAGE.records(admin)] == ["New"]


def test_temporary_files_of_killed_processes_are_deleted_after_an_hour(data_dir: Path) -> None:
    uploads, sizes, cards = (
        data_dir / name for name in ("uploads", "uploads/sizes", "share/nominee")
    )
    for folder in (sizes, cards):
        folder.mkdir(parents=True)
    old = [uploads / f"{'b' * 22}.mp4#1", sizes / f".{'1' * 16}", cards / f".{'2' * 16}"]
    running = [uploads / f"{'a' * 22}.png#1", sizes / f".{'0' * 16}"]
    others = [uploads / ".variants.lock", uploads / ".keep", uploads / f"{'c' * 22}.txt"]
    for path in (*old, *running, *others):
        path.write_bytes(b"half")
    for paths, age in ((old, 3660), (running, 3540), (others, WEEK_SECONDS)):
        for path in paths:
            os.utime(path, (time.time() - age,) * 2)
    purge_expired()
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in (*running, *others))
