"""Tests of the generation of missing image variants: order, locking and the subprocess."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from filelock import FileLock
from PIL import Image

from awards_site.core.files import variant_worker
from awards_site.core.files import variant_worker as variant_maker
from awards_site.core.files.image_variants import make_variants
from awards_site.core.files.storage import storage
from awards_site.core.files.variant_worker import make_missing_variants, missing_variants
from awards_site.core.invalidation import content_version
from awards_site.records.images import responsive_image
from awards_site.settings import settings
from tests import database
from tests.image_files import saved
from tests.operations.sites import full_disk
from tools.site_server import ROOT


@pytest.fixture(autouse=True)
def uploads(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_IMAGE_VARIANTS="1")
    return settings().uploads_dir


def store(kind: str = "PNG", size: tuple[int, int] = (400, 300)) -> str:
    return storage().save(BytesIO(saved(Image.new("RGB", size), kind)), kind.lower())


@pytest.mark.usefixtures("storage_kind")
def test_only_images_without_variants_are_listed() -> None:
    assert missing_variants() == list(make_missing_variants()) == []
    name = store()
    store("GIF")
    storage().save(BytesIO(b"<svg/>"), "svg")
    storage().save(BytesIO(b"film"), "mp4")
    assert [path.name for path in missing_variants()] == [name]
    assert [path.name for path in make_missing_variants()] == [name]
    assert missing_variants() == list(make_missing_variants()) == []


@pytest.mark.usefixtures("storage_kind")
def test_deleting_an_image_deletes_its_variants() -> None:
    kept, deleted = store(), store()
    list(make_missing_variants())
    storage().delete(deleted)
    assert {file.stem for file in storage().files()} == {Path(kept).stem}


def test_a_broken_file_is_logged_once_and_not_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    photo = saved(Image.new("RGB", (900, 900)), "JPEG")[:700]
    name = storage().save(BytesIO(photo), "jpg")
    assert [file.name for file in make_missing_variants()] == [name]
    assert list(make_missing_variants()) == []
    assert caplog.text.count(f"image={name!r}") == 1


def test_a_full_disk_is_reported_and_leaves_no_parts(uploads: Path) -> None:
    name = storage().save(BytesIO(saved(Image.effect_noise((320, 200), 90), "PNG")), "png")
    with full_disk(1000), pytest.raises(OSError, match="too large"):
        list(make_missing_variants())
    assert [path for path in uploads.rglob("*") if path.is_file()] == [uploads / name]
    assert [file.name for file in make_missing_variants()] == [name]


def test_only_one_process_works_at_a_time() -> None:
    store()
    with FileLock(settings().data_dir / variant_maker.LOCK):
        assert list(make_missing_variants(waits=False)) == []
        other = threading.Thread(target=lambda: list(make_missing_variants()))
        other.start()
        other.join(0.2)
        assert other.is_alive()
        assert len(missing_variants()) == 1
    other.join()
    assert missing_variants() == []


@pytest.mark.usefixtures("storage_kind")
def test_pages_use_no_variant_before_it_exists() -> None:
    url = f"/uploads/{store(size=(900, 600))}"
    before = responsive_image(url)
    assert (before["width"], before["height"]) == (900, 600)
    assert before["avif"] == before["webp"] == []
    list(make_missing_variants())
    after = responsive_image(url)
    assert after["avif"] == [320, 480, 768]
    assert after["webp"] == [480]
    for width in after["avif"]:
        stem = url.removeprefix("/uploads/").partition(".")[0]
        assert storage().find(f"sizes/{stem}.{width}.avif") is not None


@pytest.mark.parametrize(
    "name", ["../awards.db", "a.480.png", "a.avif", "a.480.avif/..", ".variants.lock", "a.json", ""]
)
def test_no_other_file_is_served_as_a_variant(name: str, uploads: Path) -> None:
    (uploads / "sizes").mkdir(parents=True)
    (uploads / "sizes" / "a.json").write_text("{}")
    assert storage().path(f"sizes/{name}") is None


@pytest.mark.parametrize("url", [None, "", "https://example.org/a.jpg", "/uploads/missing.png"])
def test_an_image_of_another_site_has_only_its_url(url: str | None) -> None:
    image = responsive_image(url)
    assert image["src"] == (url or "")
    assert (image["width"], image["height"], image["avif"], image["tint"]) == (0, 0, [], "")


@pytest.mark.usefixtures("storage_kind")
def test_vector_graphics_have_the_size_of_their_view_box() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 331.7 96"></svg>'
    image = responsive_image(f"/uploads/{storage().save(BytesIO(svg), 'svg')}")
    assert (image["width"], image["height"], image["avif"]) == (332, 96, [])


def test_the_subprocess_prints_each_image() -> None:
    names = {store(), store()}
    outcome = subprocess.run(
        [sys.executable, "-m", "awards_site.core.files.variant_worker"],
        cwd=ROOT,
        env=os.environ | {"AWARDS_DATA_DIR": str(settings().data_dir)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(outcome.stdout.split()) == names
    assert missing_variants() == []


async def run_until(condition: Callable[[], bool]) -> None:
    """Run the server's task until a condition holds, 30 s at most."""
    task = asyncio.create_task(variant_worker.run_variant_worker())
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.anyio
async def test_the_server_generates_missing_variants_and_announces_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    store()
    before = content_version.current()
    assert variant_worker.pending_count() == 1
    await run_until(lambda: content_version.current() > before)
    assert missing_variants() == []


@pytest.mark.anyio
async def test_no_variants_are_generated_if_disabled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(tmp_path, monkeypatch, AWARDS_IMAGE_VARIANTS="0")
    store()
    await asyncio.wait_for(variant_worker.run_variant_worker(), 1)
    assert len(missing_variants()) == 1
    assert variant_worker.pending_count() == 0


@pytest.mark.usefixtures("storage_kind")
def test_an_image_deleted_during_generation_leaves_no_variants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store()

    def make_and_lose(content: bytes, name: str) -> dict[str, bytes]:
        storage().delete(name)
        return make_variants(content, name)

    monkeypatch.setattr(variant_maker, "make_variants", make_and_lose)
    assert len(list(make_missing_variants())) == 1
    assert list(storage().files()) == []
