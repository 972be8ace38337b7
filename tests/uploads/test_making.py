"""The making of lacking copies: what is found, in which order, alone, and by a program."""

import asyncio
import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from awards_site.core import content_version
from awards_site.core.files import storage
from awards_site.core.images import responsive_image
from awards_site.settings import settings
from awards_site.uploads import variant_maker, variant_worker
from awards_site.uploads.image_variants import make_variants
from awards_site.uploads.variant_maker import make_missing_variants, missing_variants
from tests import database
from tests.pictures import saved
from tests.site_server import ROOT


@pytest.fixture(autouse=True)
def uploads(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty folder of uploads."""
    database.use_data_dir(data_dir, monkeypatch, AWARDS_IMAGE_VARIANTS="1")
    return settings().uploads_dir


def store(kind: str = "PNG", size: tuple[int, int] = (400, 300)) -> str:
    return storage().save(BytesIO(saved(Image.new("RGB", size), kind)), kind.lower())


def test_pictures_lack_copies_until_they_are_made_and_other_files_never_do() -> None:
    assert missing_variants() == list(make_missing_variants()) == []
    name = store()
    store("GIF")
    storage().save(BytesIO(b"<svg/>"), "svg")
    storage().save(BytesIO(b"film"), "mp4")
    assert [path.name for path in missing_variants()] == [name]
    assert [path.name for path in make_missing_variants()] == [name]
    assert missing_variants() == list(make_missing_variants()) == []


def test_the_newest_picture_comes_first(uploads: Path) -> None:
    names = [store() for _ in range(3)]
    for age, name in enumerate(names):
        os.utime(uploads / name, (1_000_000 - age, 1_000_000 - age))
    assert [path.name for path in make_missing_variants()] == names


def test_a_deleted_picture_takes_its_copies_along(uploads: Path) -> None:
    kept, deleted = store(), store()
    list(make_missing_variants())
    storage().delete(deleted)
    stems = {path.name.partition(".")[0] for path in (uploads / "sizes").iterdir()}
    assert stems == {Path(kept).stem}


def test_a_picture_that_is_deleted_meanwhile_leaves_no_copies(
    uploads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store()

    def make_and_lose(path: Path) -> object:
        told = make_variants(path)
        path.unlink()
        return told

    monkeypatch.setattr(variant_maker, "make_variants", make_and_lose)
    assert len(list(make_missing_variants())) == 1
    assert list((uploads / "sizes").iterdir()) == []


def test_one_process_makes_while_others_wait(uploads: Path) -> None:
    store()
    with (uploads / ".making").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        other = threading.Thread(target=lambda: list(make_missing_variants()))
        other.start()
        other.join(0.2)
        assert other.is_alive()
        assert len(missing_variants()) == 1
    other.join()
    assert missing_variants() == []


def test_pages_name_no_copy_before_it_exists() -> None:
    address = f"/uploads/{store(size=(900, 600))}"
    before = responsive_image(address)
    assert (before["width"], before["height"]) == (900, 600)
    assert before["avif"] == before["webp"] == []
    list(make_missing_variants())
    after = responsive_image(address)
    assert after["avif"] == [320, 480, 768]
    assert after["webp"] == [480]
    for width in after["avif"]:
        stem = address.removeprefix("/uploads/").partition(".")[0]
        assert storage().copy(f"{stem}.{width}.avif") is not None


@pytest.mark.parametrize(
    "name", ["../awards.db", "a.480.png", "a.avif", "a.480.avif/..", ".making", "a.json", ""]
)
def test_no_other_file_is_taken_for_a_copy(name: str, uploads: Path) -> None:
    (uploads / "sizes").mkdir(parents=True)
    (uploads / "sizes" / "a.json").write_text("{}")
    assert storage().copy(name) is None


@pytest.mark.parametrize("address", [None, "", "https://example.org/a.jpg", "/uploads/missing.png"])
def test_a_picture_that_is_none_of_ours_has_its_address_alone(address: str | None) -> None:
    image = responsive_image(address)
    assert image["src"] == (address or "")
    assert (image["width"], image["height"], image["avif"], image["tint"]) == (0, 0, [], "")


def test_vector_graphics_have_the_size_of_their_view_box() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 331.7 96"></svg>'
    image = responsive_image(f"/uploads/{storage().save(BytesIO(svg), 'svg')}")
    assert (image["width"], image["height"], image["avif"]) == (332, 96, [])


def test_the_program_says_each_picture_and_steps_back(uploads: Path) -> None:
    names = {store(), store()}
    outcome = subprocess.run(
        [sys.executable, "-m", "awards_site.uploads.variant_maker"],
        cwd=ROOT,
        env=os.environ | {"AWARDS_DATA_DIR": str(settings().data_dir)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(outcome.stdout.split()) == names
    assert missing_variants() == []


async def run_until(condition: Callable[[], bool]) -> None:
    """Let the server's task run until a condition is true, or 30 seconds, and for a moment more."""
    task = asyncio.create_task(variant_worker.run_variant_worker())
    for _ in range(600):
        if condition():
            break
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.anyio
async def test_the_server_makes_what_is_lacking_and_announces_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    store()
    before = content_version.current()
    assert variant_worker.waiting() == 1
    await run_until(lambda: content_version.current() > before)
    assert variant_worker.waiting() == 0


@pytest.mark.anyio
async def test_a_program_that_fails_is_not_started_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[float] = []

    async def fail() -> bool:
        started.append(time.monotonic())
        return False

    monkeypatch.setattr(variant_worker, "_run", fail)
    monkeypatch.setattr(variant_worker, "POLL_SECONDS", 0.01)
    store()
    await run_until(lambda: bool(started))
    assert len(started) == 1


@pytest.mark.anyio
async def test_nothing_is_made_where_the_setting_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(tmp_path, monkeypatch, AWARDS_IMAGE_VARIANTS="0")
    store()
    await asyncio.wait_for(variant_worker.run_variant_worker(), 1)
    assert len(missing_variants()) == 1
    assert variant_worker.waiting() == 0
